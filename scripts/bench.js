/** `npm run bench`: the lists over many rows. `-- --django` sets Django's admin beside them. */
import { ensureBuilt, ensureInstalled, run } from './prepare.js';

ensureInstalled();
ensureBuilt();
run('node', ['--import', 'tsx', 'bench/rows.ts', ...process.argv.slice(2)]);
