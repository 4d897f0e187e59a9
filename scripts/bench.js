/**
 * `npm run bench`, `bench:connections`, `bench:device`, `bench:render`: the benchmark of this name in bench/ on
 * the built panel. docs/performance.md tells what each measures.
 */
import process from 'node:process';
import { ensureBuilt, ensureInstalled, run } from './prepare.js';

const [name, ...options] = process.argv.slice(2);
ensureInstalled();
ensureBuilt();
run('node', ['--import', 'tsx', `bench/${name}.ts`, ...options]);
