import type { Database } from 'backend/db/types';
import type { RecordName } from 'backend/history/change';
import {
  listStoredChanges,
  listStoredRecordChanges,
  removeStoredChanges,
} from 'backend/import/stored-changes';
import { findWireName } from './imported-change';
import { appendStored, logDelay, moveChanges, requestMove } from './move-changes.server';

/**
 * Moves the changes that imports have stored with their records to the history of their records. Does not
 * reject: changes that could not be moved wait for the next call.
 */
export function moveImportedChanges(db: Database): Promise<void> {
  return requestMove(() =>
    moveChanges({
      list: (after, limit) => listStoredChanges(db, after, limit),
      remove: (numbers) => removeStoredChanges(db, numbers),
    }),
  );
}

/**
 * Moves the imported changes of one record. Called before a further change is made, so that the history has the changes
 * in the order in which they were made.
 */
export async function moveImportedRecordChanges(
  db: Database,
  { entity, recordId }: RecordName,
): Promise<void> {
  try {
    const wireName = findWireName(entity);
    if (wireName === undefined) return;
    const stored = await listStoredRecordChanges(db, wireName, recordId);
    if (stored.length === 0) return;
    await appendStored(stored);
    await removeStoredChanges(
      db,
      stored.map(({ n }) => n),
    );
  } catch (error) {
    logDelay(error);
  }
}
