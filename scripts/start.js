/** `npm start`: the panel as it was built. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, root } from './prepare.js';

const start = path.join(root, 'build/start.js');
if (!existsSync(start)) fail('There is no build yet: run `npm run build` first.');
await import(pathToFileURL(start).href);
