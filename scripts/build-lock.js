import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/** The maximum time in milliseconds to wait for the lock: longer than a build takes on a busy machine. */
const LIMIT_MS = 1_800_000;

/**
 * Runs `work` while no other process runs its work under the lock of this file. The file is an SQLite database, whose
 * lock the system releases when a process ends, even if the process crashes.
 *
 * @param {string} file
 * @param {() => void} work
 */
export function withBuildLock(file, work) {
  // Loads better-sqlite3 only now, because the module that imports this one also installs it.
  const name = Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
  const Database = createRequire(import.meta.url)(name);
  mkdirSync(path.dirname(file), { recursive: true });
  const lock = new Database(file, { timeout: LIMIT_MS });
  try {
    lock.exec('begin exclusive');
    work();
  } finally {
    lock.close();
  }
}
