import { deletedRecord } from '../entities/deleted-record';
import type { RecordName } from '../history/change';
import { getHistoryStore } from '../history/history-store.server';
import { findLastAction } from '../history/read-history';
import { refuseView } from './refuse-view.server';
import type { SignedInUser } from './user';

/**
 * Throws a 403 response if the record was deleted and the user may not see the bin, because the history of a deleted
 * record contains its values.
 */
export async function refuseHistoryOfDeleted(
  user: SignedInUser,
  record: RecordName,
): Promise<void> {
  const last = await findLastAction(await getHistoryStore(), record);
  if (last === 'Delete')
    await refuseView(user, deletedRecord.name, `The history of a deleted ${record.entity}`);
}
