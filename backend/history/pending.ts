import { appendRows } from 'shared/chain/chain';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import { sealWith, unsealWith } from 'shared/keys/seal';
import { z } from 'zod';
import { buildChangeRow, type PlannedChange } from './append-changes';
import { historyChain, withLockedHead } from './chain';
import { historyActions, historyValueSchema } from './change';
import { type HistoryStore, obtainIdentity } from './identities';
import { markSchema } from './record-mark';
import { makeHistoryId } from './sealed-identity';

const schema = z.object({
  entity: z.string(),
  recordId: z.string().optional(),
  username: z.string(),
  action: z.enum(historyActions),
  fields: z.array(
    z.object({ field: z.string(), before: historyValueSchema, after: historyValueSchema }),
  ),
  undoes: z.string().optional(),
  requestId: z.string().optional(),
  mark: markSchema.optional(),
});

/** A change that was stored before it was made, and whose outcome is not in the history yet. */
export interface PendingChange {
  id: string;
  owner: string;
  createdAt: number;
  change: PlannedChange;
}

/** Stores a change that is about to be made by the process `owner`. */
export async function storePending(
  { db, ring }: HistoryStore,
  change: PlannedChange,
  owner: string,
  id = makeHistoryId(),
): Promise<PendingChange> {
  const content = sealWith(deriveKey(ring.current), JSON.stringify(change), [id]);
  const createdAt = Date.now();
  await db
    .insertInto('pending_change')
    .values({ id, owner, created_at: createdAt, content })
    .execute();
  return { id, owner, createdAt, change };
}

/**
 * Returns the changes whose outcome is not in the history yet, beginning with the oldest. `unreadable` has the ids of
 * changes that another version of the panel has stored in a format which this version cannot read. Leaves out changes
 * that no available panel key decrypts.
 */
export async function listPending({
  db,
  ring,
}: HistoryStore): Promise<{ changes: PendingChange[]; unreadable: string[] }> {
  const rows = await db
    .selectFrom('pending_change')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const changes: PendingChange[] = [];
  const unreadable: string[] = [];
  for (const { id, owner, created_at: createdAt, content } of rows) {
    const text = unsealPending(ring, id, content);
    if (text === undefined) continue;
    const change = schema.safeParse(JSON.parse(text)).data;
    if (change) changes.push({ id, owner, createdAt, change });
    else unreadable.push(id);
  }
  return { changes, unreadable };
}

/** Deletes a change that was not made. */
export async function withdrawPending({ db }: Pick<HistoryStore, 'db'>, id: string): Promise<void> {
  await db.deleteFrom('pending_change').where('id', '=', id).execute();
}

/**
 * Moves a change to the end of the history, with its outcome. If another process has meanwhile stored the change with
 * an unknown outcome, but the change was made, adds the change again with a new id. With `isAbandoned`, does nothing if
 * another process has already moved or deleted the change.
 */
export async function completePending(
  { db, ring }: HistoryStore,
  { id, createdAt, change }: PendingChange,
  outcome: 'made' | 'unknown',
  { isAbandoned = false } = {},
): Promise<void> {
  await withLockedHead({ db, ring }, async (store, head) => {
    const pending = await store.db
      .deleteFrom('pending_change')
      .where('id', '=', id)
      .executeTakeFirst();
    const wasPending = pending.numDeletedRows > 0n;
    if (isAbandoned && !wasPending) return;
    const known = wasPending
      ? undefined
      : await store.db
          .selectFrom('record_change')
          .select('outcome')
          .where('id', '=', id)
          .executeTakeFirst();
    if (known?.outcome === 'made' || known?.outcome === outcome) return;
    const added = { ...change, id: known ? makeHistoryId() : id, at: createdAt };
    const identity = await obtainIdentity(store, change);
    await appendRows(store, historyChain, head, [buildChangeRow(added, identity, outcome)]);
  });
}

function unsealPending(ring: KeyRing, id: string, content: string): string | undefined {
  return unsealWith(ring.all.map(deriveKey), content, [id])?.toString();
}

function deriveKey(key: RootKey): Buffer {
  return key.derive('history record', 'pending');
}
