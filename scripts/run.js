/**
 * Runs the built command (cli/) that the first argument names, for `npm start`, `npm run backup` and others.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const cli = path.resolve(import.meta.dirname, '../build/server/cli.js');

if (!existsSync(cli)) {
  const { ensureBuilt } = await import('./prepare.js');
  ensureBuilt();
}
await import(pathToFileURL(cli).href);
