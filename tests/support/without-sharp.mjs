// Loaded with `node --import`, so that the package sharp is not there for the process, as where it cannot be installed.
import { register } from 'node:module';

const hooks = `export async function resolve(name, context, next) {
  if (name === 'sharp') throw new Error('there is no package sharp');
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
