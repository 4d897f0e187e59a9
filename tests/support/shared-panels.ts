import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { onPostgres } from './database';
import { startPanel } from './panel';

/**
 * Starts a panel with the demo study for all files that use `sharedDemo`, and makes a folder for the panels that the
 * files of one process share. Returns a function that stops all of them and deletes their data. On PostgreSQL, each file
 * starts its own panel.
 */
export default async function setup() {
  if (onPostgres) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'shared-'));
  const dataDir = path.join(folder, 'demo');
  const demo = await startPanel({
    DEMO_DATA: 'on',
    DATA_DIR: dataDir,
    SIGN_IN_ATTEMPTS: '1000000',
    ACCOUNT_REQUESTS: '1000000',
  });
  const pids = path.join(folder, 'pids');
  mkdirSync(pids);
  Object.assign(process.env, {
    SHARED_DEMO_URL: demo.url,
    SHARED_DEMO_DATA: dataDir,
    SHARED_PANELS: folder,
  });
  return async () => {
    await demo.stop();
    for (const pid of readdirSync(pids)) kill(Number(pid));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Ends a process, unless it has ended with the process that started it. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // There is no such process.
  }
}
