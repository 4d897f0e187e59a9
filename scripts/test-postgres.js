/**
 * `npm run test:postgres` runs the suites of ALL_SUITES on PostgreSQL, with every case, as `npm run test:full` does.
 * TEST_DATABASE_URL, or else DATABASE_URL, names a server on which the command may create databases. Without either,
 * the command starts a server from the installed programs for this run. `npm test` runs a part of these suites if
 * PostgreSQL is installed or TEST_DATABASE_URL is set.
 */
import process from 'node:process';
import { ALL_SUITES, hasPostgres, runOnPostgres } from './postgres.js';
import { ensureBuilt, ensureInstalled, fail } from './prepare.js';

const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
if (!url && !hasPostgres())
  fail('There is no PostgreSQL here: install it, or set TEST_DATABASE_URL to a server for tests.');
ensureInstalled();
ensureBuilt();
process.env.TEST_FULL = 'on';
process.exitCode = await runOnPostgres(url, ALL_SUITES);
