/**
 * Runs the benchmark in bench/ that the first argument names on the built panel, for `npm run bench`,
 * `npm run bench:compare` and `npm run bench:device`. docs/performance.md describes the benchmarks.
 */
import process from 'node:process';
import { ensureBuilt, ensureInstalled } from './prepare.js';
import { runNode } from './run-node.js';

const [name, ...options] = process.argv.slice(2);
ensureInstalled();
ensureBuilt();
// React's development build takes several times as long.
process.exitCode = await runNode(['--import', 'tsx', `bench/${name}.ts`, ...options], {
  NODE_ENV: 'production',
});
