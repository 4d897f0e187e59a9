import { findDeclarationOnWire } from 'shared/entities';
import { z } from 'zod';
import { appendChanges } from './append-changes';
import { describeRowChange } from './append-row-changes';
import { signHistory, withLockedHead } from './chain';
import type { HistoryStore } from './identities';

/** The number of changes that one transaction moves. */
const BATCH = 200;

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Moves the changes that imports of an earlier version have left in the table `imported_change` to the history of their
 * records. Since then, an import writes the history in its own transactions, and nothing adds rows to this table.
 * Leaves out changes of entities that there are no longer.
 */
export async function adoptImportedChanges(store: HistoryStore): Promise<void> {
  const left = await store.db.selectFrom('imported_change').select('n').limit(1).executeTakeFirst();
  if (!left) return;
  // The head of a restored backup may be signed with a key that is lost.
  await signHistory(store);
  while (await adoptBatch(store));
}

/** Moves the oldest changes. Returns false if there are none. */
function adoptBatch(store: HistoryStore): Promise<boolean> {
  // The lock comes first, so that two processes do not move the same changes.
  return withLockedHead(store, async (locked) => {
    const rows = await locked.db
      .selectFrom('imported_change')
      .selectAll()
      .orderBy('n')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return false;
    const made = rows.flatMap((row) => {
      const declaration = findDeclarationOnWire(row.entity);
      if (!declaration) return [];
      const { record_id: recordId, username, at } = row;
      const before = row.before_change === null ? undefined : readValues(row.before_change);
      const change = { recordId, before, after: readValues(row.after_change) };
      const origin = { username, at, requestId: row.request_id ?? undefined };
      return describeRowChange(declaration, change, origin) ?? [];
    });
    await appendChanges(locked, made);
    await locked.db
      .deleteFrom('imported_change')
      .where(
        'n',
        'in',
        rows.map(({ n }) => n),
      )
      .execute();
    return true;
  });
}

function readValues(json: string) {
  return valuesSchema.parse(JSON.parse(json));
}
