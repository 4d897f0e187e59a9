import type { PlannedChange } from 'backend/history/append-changes';

/** Adds a change to the history, in a transaction of its own. */
export async function addToHistory(change: PlannedChange): Promise<void> {
  // Imported when they are used, because tests set the panel's settings before.
  const { appendChange } = await import('backend/history/append-changes');
  const { getHistoryStore } = await import('~/lib/core/history/history-store.server');
  const { db, ring } = await getHistoryStore();
  await db.transaction().execute((transaction) => appendChange({ db: transaction, ring }, change));
}
