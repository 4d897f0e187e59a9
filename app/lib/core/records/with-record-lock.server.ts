import type { Entity } from '../entities/entity';
import { getEditPath } from '../entities/record-paths';
import { withLock } from '../form/with-lock.server';
import { getApiHost } from '../host/host.server';

/**
 * Does work that reads a record and changes it, so that no other form changes the record in between. A host in the same
 * database compares the record in the transaction of the change instead (`isCurrent` of makeChange). If another form of
 * the record takes too long, calls `onBusy` with a message instead.
 */
export function withRecordLock<T>(
  { entity, id }: { entity: Entity; id: string },
  work: () => Promise<T>,
  onBusy: (message: string) => Promise<T>,
): Promise<T> {
  const isCompared = getApiHost().writesEntries && entity.source !== 'documents';
  return isCompared ? work() : withLock(getEditPath(entity, id), work, onBusy);
}
