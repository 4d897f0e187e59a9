/**
 * `npm run test:postgres`: the suites that touch the database, on PostgreSQL, and what only a server has.
 * DATABASE_URL names a server on which databases may be made; without it one is started from the
 * installed programs, for this run only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { ensureBuilt, ensureInstalled, root } from './prepare.js';

/** Suites whose subject is the same on both engines, or that never ask the database, run on SQLite alone. */
const SUITES = [
  'tests/postgres',
  'tests/unit/backend/accounts',
  'tests/unit/backend/audit-chain',
  'tests/unit/backend/demo',
  'tests/unit/backend/files',
  'tests/unit/backend/lists',
  'tests/unit/backend/messenger',
  'tests/unit/backend/records',
  'tests/unit/backend/start',
  'tests/unit/cloud/demo',
  'tests/unit/cloud/document-store',
  'tests/routes/audit',
  'tests/routes/never',
  'tests/routes/sessions',
  'tests/routes/throttles',
  'tests/contract/lists',
  'tests/contract/lost-updates',
];

ensureInstalled();
ensureBuilt();
const server = process.env.DATABASE_URL ? undefined : await startServer();
try {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...SUITES], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: '',
      TEST_DATABASE_URL: process.env.DATABASE_URL || server?.url,
    },
  });
  process.exitCode = status ?? 1;
} finally {
  server?.stop();
}

/** A server of its own, in a folder that goes with it. It need not outlive a power cut. */
async function startServer() {
  const programs = programsFolder();
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
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const log = path.join(folder, 'log');
  run('pg_ctl', 'start', '-w', '-D', data, '-l', log, '-o', settings);
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where Debian puts the newest version, or wherever `pg_ctl` is. */
function programsFolder() {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions) && readdirSync(versions).sort((a, b) => b - a)[0];
  if (newest) return path.join(versions, newest, 'bin');
  const found = spawnSync('which', ['pg_ctl'], { encoding: 'utf8' }).stdout.trim();
  if (found) return path.dirname(found);
  console.error(
    'There is no PostgreSQL here: install it, or set DATABASE_URL to a server for tests.',
  );
  process.exit(1);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
