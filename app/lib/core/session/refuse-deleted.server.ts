import type { RecordName } from 'backend/history/change';
import { findLastAction } from 'backend/history/read-history';
import { deletedRecord } from '../entities/deleted-record';
import { findNamedRecord } from '../entities/named-record';
import { getHistoryStore } from '../history/history-store.server';
import { isNotFound } from '../host/absent.server';
import { getApiHost } from '../host/host.server';
import { checkViewRight } from './permissions';
import { refuseView } from './refuse-view.server';
import type { SignedInUser } from './user';

/**
 * Throws a 403 response if the record was deleted and the user may not see the bin, because the history of a deleted
 * record contains its values. Another program may have deleted the record, so the host is asked too.
 */
export async function refuseHistoryOfDeleted(
  user: SignedInUser,
  record: RecordName,
): Promise<void> {
  if (checkViewRight(user, deletedRecord).ok) return;
  const last = await findLastAction(await getHistoryStore(), record);
  if (last === 'Delete' || (await isAbsentOnHost(record)))
    await refuseView(user, deletedRecord, `The history of a deleted ${record.entity}`);
}

/** Returns whether the host no longer has the record, or no entity is known for it. */
async function isAbsentOnHost({ entity, recordId }: RecordName): Promise<boolean> {
  const named = findNamedRecord(entity, recordId);
  if (!named) return true;
  const { host } = named.entity;
  if (!host?.record) return false;
  const found = await getApiHost().get(`${host.record}/${encodeURIComponent(named.id)}`);
  return found.ok ? found.value.items.length === 0 : isNotFound(found.error);
}
