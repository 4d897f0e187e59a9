import { withLockedHead } from './chain';
import type { RecordName } from './change';
import { findIdentity, type HistoryStore, matchIdentity } from './identities';
import { isSameRecord, mergeMarks, type RecordMark } from './record-mark';

/**
 * Compares the history of a record with the record that the host has now. If the host has given the id of a deleted
 * record to this one, sets the history apart, as that of an earlier record.
 */
export async function compareHistory(
  store: HistoryStore,
  name: RecordName,
  mark: RecordMark,
): Promise<void> {
  const known = await findIdentity(store, name);
  if (!known || (isSameRecord(known.mark ?? {}, mark) !== false && isKnown(known.mark, mark)))
    return;
  await withLockedHead(store, async (locked) => {
    await matchIdentity(locked, name, mark);
  });
}

/** Returns whether a mark says nothing new. */
function isKnown(known: RecordMark | undefined, mark: RecordMark): boolean {
  return JSON.stringify(known ?? {}) === JSON.stringify(mergeMarks(known, mark));
}
