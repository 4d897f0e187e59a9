import type { HistoryStore } from 'backend/history/identities';
import { findChange, type HistoryChange } from 'backend/history/read-history';
import { defined } from 'shared/defined';

/** Returns all changes in the history, beginning with the oldest. */
export async function listHistory(store: HistoryStore): Promise<HistoryChange[]> {
  const rows = await store.db.selectFrom('record_change').select('id').orderBy('seq').execute();
  return Promise.all(rows.map(async ({ id }) => defined(await findChange(store, id))));
}
