/**
 * Installs the packages of a new clone and builds the panel. Uses only Node itself, because no package may be
 * installed yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { withBuildLock } from './build-lock.js';

export const root = path.resolve(import.meta.dirname, '..');

const STAMP = path.join(root, 'node_modules/.installed');
/** The file that a build writes last. */
const BUILT = path.join(root, 'build/server/import-worker.js');
const BUILD_INPUTS = [
  'app',
  'backend',
  'cli',
  'server',
  'shared',
  'scripts/build-worker.js',
  'scripts/compress-files.js',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'remix.config.js',
  'postcss.config.js',
  'tailwind.config.ts',
];

/** Runs a command in this terminal. Ends the process if the command fails. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Installs the packages of the lock file if they are missing or belong to another lock file. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or newer is needed; this is ${process.version}.`);
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  console.log('Installing the packages (once; a few minutes on a slow link) …');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(STAMP, lock);
}

/**
 * Builds the panel if there is no build or a source file is newer than the build. Waits for another process
 * that is building in this folder.
 */
export function ensureBuilt() {
  if (isBuilt()) return;
  withBuildLock(path.join(root, 'node_modules/.building'), () => {
    if (isBuilt()) return;
    if (!existsSync(path.join(root, 'node_modules/@remix-run/dev')))
      fail('There is no build yet: run `npm ci` and `npm run build` first.');
    console.log('Building the panel …');
    run('npx', ['--no-install', 'remix', 'vite:build', '--logLevel', 'error'], {
      NODE_ENV: 'production',
    });
  });
}

function isBuilt() {
  const newest = Math.max(...BUILD_INPUTS.map((input) => findNewest(path.join(root, input))));
  return existsSync(BUILT) && statSync(BUILT).mtimeMs > newest;
}

function findNewest(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(
    stat.mtimeMs,
    ...readdirSync(file).map((name) => findNewest(path.join(file, name))),
  );
}
