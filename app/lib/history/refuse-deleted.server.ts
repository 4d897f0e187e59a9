import { deletedRecord } from '../entities/deleted-record';
import { refuseView } from '../session/refuse-view.server';
import type { SignedInUser } from '../session/user';
import type { RecordName } from './change';
import { getHistoryStore } from './history-store.server';
import { findLastAction } from './read-history';

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
