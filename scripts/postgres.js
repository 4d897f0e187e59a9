/** Starts a PostgreSQL server for tests, and runs the suites that need one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { runNode } from './run-node.js';

/** The suites that use the database in different ways. `npm test` runs them on PostgreSQL. */
export const DAILY_SUITES = [
  'tests/postgres',
  'tests/integration/backend/lists',
  'tests/integration/backend/migrations',
  'tests/integration/backend/records',
  'tests/integration/history',
  'tests/contract/lost-updates',
  'tests/contract/second-factor',
  'tests/routes/export-files',
];

/** The suites of `npm run test:postgres`, which also send the same statements through more of the panel. */
export const ALL_SUITES = [
  'tests/postgres',
  'tests/integration',
  'tests/contract/bulk',
  'tests/contract/lists',
  'tests/contract/lost-updates',
  'tests/contract/second-factor',
  'tests/contract/security-events',
  'tests/contract/undo',
  'tests/operations/access-log',
  'tests/operations/bin-purge',
  'tests/operations/entity-recipe',
  'tests/operations/erasure',
  'tests/operations/export-crash',
  'tests/operations/export-memory',
  'tests/operations/history-checkpoints',
  'tests/operations/history-crash',
  'tests/operations/history-erase',
  'tests/operations/key-lost',
  'tests/operations/export-trace',
  'tests/operations/key-rotate',
  'tests/operations/second-factor',
  'tests/operations/linkage',
  'tests/routes/access-log',
  'tests/routes/access-records',
  'tests/routes/addresses.test',
  'tests/routes/audit',
  'tests/routes/bin',
  'tests/routes/bulk',
  'tests/routes/export-files',
  'tests/routes/history',
  'tests/routes/import-history',
  'tests/routes/never',
  'tests/routes/role-proofs',
  'tests/routes/saved-views',
  'tests/routes/search',
  'tests/routes/second-factor',
  'tests/routes/secret',
  'tests/routes/security-events',
  'tests/routes/sessions',
  'tests/routes/throttles',
];

/** Returns whether PostgreSQL is installed, so that a server can be started. */
export function hasPostgres() {
  return findProgramsFolder() !== undefined;
}

/**
 * Runs the suites with further options of Vitest. Uses the server at `url`, or starts and stops a server if
 * `url` is not given. Returns the exit code.
 */
export async function runOnPostgres(url, suites, options = []) {
  const server = url ? undefined : await startServer();
  try {
    return await runNode(['node_modules/vitest/vitest.mjs', 'run', ...options, ...suites], {
      DATABASE_URL: '',
      TEST_DATABASE_URL: url || server?.url,
    });
  } finally {
    server?.stop();
  }
}

/**
 * Starts a server in a folder that is deleted when the server stops. Turns off the server's protection against power
 * cuts. `pids` returns the ids of its current processes, starting with the main one.
 */
export async function startServer() {
  const programs = findProgramsFolder();
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const data = path.join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const isRoot = userInfo().uid === 0;
  if (isRoot) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const run = (program, ...options) => {
    const command = [path.join(programs, program), ...options];
    const [file, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(file, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  run('initdb', '-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const port = await findFreePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const log = path.join(folder, 'log');
  run('pg_ctl', 'start', '-w', '-D', data, '-l', log, '-o', settings);
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    pids() {
      const main = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = spawnSync('pgrep', ['-P', String(main)], { encoding: 'utf8' }).stdout;
      return [main, ...children.split('\n').filter(Boolean).map(Number)];
    },
    stop() {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the folder of PostgreSQL's programs: on Debian the folder of the newest version, elsewhere the folder that
 * contains `pg_ctl`.
 */
function findProgramsFolder() {
  const versions = '/usr/lib/postgresql';
  const newest =
    existsSync(versions) &&
    readdirSync(versions)
      .sort((a, b) => b - a)
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'initdb')));
  if (newest) return newest;
  const found = spawnSync('which', ['pg_ctl'], { encoding: 'utf8' }).stdout?.trim();
  return found ? path.dirname(found) : undefined;
}

function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
