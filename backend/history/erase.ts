import { randomUUID } from 'node:crypto';
import type { AuditAction } from 'shared/audit-actions';
import { lockHead } from 'shared/chain/chain';
import { historyChain } from './chain';
import type { RecordName } from './change';
import { findIdentity, type HistoryStore, replaceKey } from './identities';
import { listPending } from './pending';

/** The numbers of changes in the history of a record. */
interface HistoryCounts {
  /** The number of all changes. */
  changes: number;
  /** The number of changes whose values have not been erased. */
  notErased: number;
}

/** The audit entry of an erasure, without its time. */
interface ErasureEntry {
  username: string;
  title: string;
  action: AuditAction;
  description: string;
}

/**
 * Counts the changes of a record. Returns undefined if the record has no history, or if the panel key that encrypted it
 * is not available.
 */
export async function countChanges(
  store: HistoryStore,
  name: RecordName,
): Promise<HistoryCounts | undefined> {
  const identity = await findIdentity(store, name);
  if (!identity) return undefined;
  const count = async (after: number) => {
    const { rows } = await store.db
      .selectFrom('record_change')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('record', '=', identity.id)
      .where('seq', '>', after)
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return { changes: await count(0), notErased: await count(identity.erasedThrough ?? 0) };
}

/**
 * Erases the identifying values in the history of a record. Queues the audit entry in the same transaction; the panel
 * sends it to the host later. Does nothing, and returns false, if all values have been erased before. Throws an
 * error for the operator if the history does not have exactly `changes` changes, or if a change may not be in the
 * history yet.
 */
export async function eraseHistory(
  { db, ring }: HistoryStore,
  name: RecordName,
  { changes, entry }: { changes: number; entry: ErasureEntry },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const store = { db: transaction, ring };
    const head = await lockHead(store, historyChain);
    const pending = await listPending(store);
    if (pending.unreadable.length > 0)
      throw new Error(
        'A change that is not in the history yet was made by another version of the panel: start that version once, and try again.',
      );
    const isPending = pending.changes.some(
      ({ change }) => change.entity === name.entity && change.recordId === name.recordId,
    );
    if (isPending)
      throw new Error(
        'A change of this record is not in its history yet: start the panel, open the history of the record, and try again.',
      );
    const counts = await countChanges(store, name);
    const identity = await findIdentity(store, name);
    if (!counts || !identity || counts.changes !== changes)
      throw new Error(`The history has ${counts?.changes ?? 0} changes, not ${changes}.`);
    if (counts.notErased === 0) return false;
    await replaceKey(store, identity, head.lastId);
    const times = { created_at: Date.now(), due_at: 0, attempts: 0 };
    await transaction
      .insertInto('audit_intent')
      .values({ id: randomUUID(), owner: '', ...entry, state: 'due', ...times })
      .execute();
    return true;
  });
}
