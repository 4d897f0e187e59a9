/**
 * `npm run test:postgres`: the suites that touch the database, on PostgreSQL, and what only a server has.
 * DATABASE_URL names a server on which databases may be made; without it one is started from the
 * installed programs, for this run only. `npm test` runs a part of them where it can.
 */
import process from 'node:process';
import { ALL_SUITES, hasPostgres, runOnPostgres } from './postgres.js';
import { ensureBuilt, ensureInstalled, fail } from './prepare.js';

const url = process.env.DATABASE_URL;
if (!url && !hasPostgres())
  fail('There is no PostgreSQL here: install it, or set DATABASE_URL to a server for tests.');
ensureInstalled();
ensureBuilt();
process.exitCode = await runOnPostgres(url, ALL_SUITES);
