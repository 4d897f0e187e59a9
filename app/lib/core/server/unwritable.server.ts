import { toErrorText } from 'shared/error-text';
import { log } from './log.server';
import { refuseRequest } from './refuse';
import { writeUnsynced } from './store.server';

/** SQLite's error codes for a disk that is full or defective, and for a folder that is not writable. */
const UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

const message =
  'The panel cannot store anything at the moment, so nothing was saved. Please try again later, and tell the person who runs the panel.';

/**
 * Runs a write without which the request must not go on. If the data folder cannot be written to, throws a 503
 * response. With `reason` 'any', does so for any other error too. If the write throws a Response, throws that Response
 * unchanged.
 */
export async function mustStore<T>(
  write: () => Promise<T>,
  reason: 'unwritable' | 'any' = 'unwritable',
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!isUnwritable(error)) {
      if (reason === 'unwritable') throw error;
      log.error({ error: toErrorText(error) }, 'a required write failed');
    }
    refuseRequest(503, message);
  }
}

/**
 * Throws a 503 response if the data folder cannot be written to. Stores the time to find out, because SQLite does not
 * write a row that stays the same. Used after a write whose error is not known.
 */
export async function requireWritable(): Promise<void> {
  const values = { name: 'write-check', value: new Date().toISOString() };
  await mustStore(() =>
    writeUnsynced((db) =>
      db
        .insertInto('shared_setting')
        .values(values)
        .onConflict((same) => same.column('name').doUpdateSet(values))
        .execute(),
    ),
  );
}

/**
 * Runs a write that the request can do without. If the data folder cannot be written to, logs the error and returns
 * undefined, so that, for example, pages can still be viewed when the disk is full.
 */
export async function tryToStore<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return undefined;
  }
}

function isUnwritable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!UNWRITABLE.test(code)) return false;
  log.error({ code }, 'the data folder cannot be written: is its disk full, or read-only?');
  return true;
}
