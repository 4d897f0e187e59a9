import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the file of a thread: `{name}-source.js` in `folder` if the project runs from its sources, or `{name}.js`,
 * which a build has in one folder with all its modules. `folder` is the folder of the module that starts the thread.
 */
export function findThreadFile(folder: string, name: string): string {
  const source = path.join(folder, `${name}-source.js`);
  return existsSync(source) ? source : path.join(folder, `${name}.js`);
}
