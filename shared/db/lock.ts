import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { Sqlite } from './sqlite-driver';

/** Thrown when another process has locked the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/**
 * Creates the data folder, accessible only to its owner, if it does not exist. Throws an error with one
 * sentence for the operator when the folder cannot be written.
 */
function makeDataFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      `The data folder ${dir} cannot be written (${reason}): it must belong to the user who runs this command.`,
      { cause: error },
    );
  }
}

/**
 * The held locks. Without these references, the garbage collector would close the files of the locks, and so release
 * the locks.
 */
const held = new Set<BetterSqlite3.Database>();

/**
 * Locks the data folder for this process until `release`, and creates the folder if it does not exist. The lock
 * is a file lock of the operating system, which also ends when the process crashes. Throws DataFolderInUseError
 * when another process has the lock.
 */
export function lockDataFolder(dir: string): { release(): void } {
  makeDataFolder(dir);
  const lock = new Sqlite(path.join(dir, 'lock.sqlite'), { timeout: 0 });
  try {
    // With the journal in memory, a crash leaves no file to clean up.
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
