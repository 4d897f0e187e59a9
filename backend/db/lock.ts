import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { Sqlite } from './sqlite-driver';

/** Another process holds the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/** Makes the data folder, for its owner only, unless it is there. Throws one sentence when it cannot be written. */
export function makeDataFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      `The data folder ${dir} cannot be written (${reason}): it must belong to the user who runs this.`,
      { cause: error },
    );
  }
}

/** Keeps the locks from the garbage collector, which would close their files and so let go. */
const held = new Set<BetterSqlite3.Database>();

/**
 * Takes the data folder, which it makes when there is none, for this process until `release` or
 * until the process ends in any way: the lock is the kernel's, on a file of its own, so nothing is
 * left behind by a crash. Throws DataFolderInUseError when someone else has it.
 */
export function lockDataFolder(dir: string): { release(): void } {
  makeDataFolder(dir);
  const lock = new Sqlite(path.join(dir, 'lock.sqlite'), { timeout: 0 });
  try {
    // Without a journal nothing has to be cleaned up after a crash.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataFolderInUseError(`The data folder ${dir} is in use by another process.`);
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}
