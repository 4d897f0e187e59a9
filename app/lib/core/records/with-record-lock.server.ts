import type { Entity } from '../entities/entity';
import { getEditPath } from '../entities/record-paths';
import { withLock } from '../form/with-lock.server';
import { getApiHost } from '../host/host.server';
import { RecordChanged } from '../host/record-changed';

/** The maximum number of attempts to change a record that others change at the same time. */
const MAX_TRIES = 5;
const BUSY =
  'Others are changing this record at the same time. Your changes are not saved yet. Select Save again in a minute.';

/**
 * Does work that reads a record and changes it, and loses no change that somebody else makes in between. A host in the
 * same database compares the record in the transaction of the change. If the record has changed, the work throws
 * RecordChanged and is done again. For another host, and for documents, such works on a record wait for each other.
 * Calls `onBusy` with a message if that takes too long.
 */
export async function withRecordLock<T>(
  { entity, id }: { entity: Entity; id: string },
  work: () => Promise<T>,
  onBusy: (message: string) => Promise<T>,
): Promise<T> {
  if (!getApiHost().writesEntries || entity.source === 'documents')
    return withLock(getEditPath(entity, id), work, () => onBusy(BUSY));
  for (let tries = 0; tries < MAX_TRIES; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RecordChanged)) throw error;
    }
  return onBusy(BUSY);
}
