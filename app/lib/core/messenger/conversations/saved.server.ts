import { z } from 'zod';
import { getLatestMoment } from '../../server/present';
import { getStore } from '../../server/store.server';

/** The time in milliseconds for which a session's summary is reused (product-spec.md §9). */
const KEEP_MS = 3_600_000;

const schema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), failed: z.number() });

export type SavedSummary = z.infer<typeof schema> & { loadedAt: Date };

/**
 * Returns the summary that was loaded in this session during the last hour. Returns undefined if there is none.
 */
export async function readSavedSummary(session: string): Promise<SavedSummary | undefined> {
  const db = await getStore();
  const saved = await db
    .selectFrom('saved_conversations')
    .select(['data', 'loaded_at'])
    .where('session_id', '=', session)
    .where('loaded_at', '>', Date.now() - KEEP_MS)
    .where('loaded_at', '<=', getLatestMoment())
    .executeTakeFirst();
  return saved && parseSaved(saved);
}

function parseSaved({ data, loaded_at }: { data: string; loaded_at: number }): SavedSummary {
  return { ...schema.parse(JSON.parse(data)), loadedAt: new Date(Number(loaded_at)) };
}

/**
 * Stores the summary of a session, unless its run has been cancelled. The foreign key rejects a session that
 * has ended.
 */
export async function saveSummary(
  session: string,
  summary: z.infer<typeof schema>,
  signal: AbortSignal,
): Promise<void> {
  const db = await getStore();
  const stored = { data: JSON.stringify(summary), loaded_at: Date.now() };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('saved_conversations')
      .values({ session_id: session, ...stored })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(stored))
      .execute();
    // A cancellation is followed by a deletion. Do not commit a write that would come after that deletion.
    signal.throwIfAborted();
  });
}

/**
 * Deletes summaries that are too old to be shown. The foreign key deletes the summary of a session that ends.
 */
export async function forgetOldSummaries(): Promise<void> {
  const db = await getStore();
  const now = Date.now();
  await db
    .deleteFrom('saved_conversations')
    .where((or) =>
      or.or([or('loaded_at', '<=', now - KEEP_MS), or('loaded_at', '>', getLatestMoment(now))]),
    )
    .execute();
}

export async function forgetSummary(session: string): Promise<void> {
  const db = await getStore();
  await db.deleteFrom('saved_conversations').where('session_id', '=', session).execute();
}

/** Returns the newest summary that was loaded in any session during the last hour. Returns undefined if there is none. */
export async function readNewestSummary(): Promise<SavedSummary | undefined> {
  const db = await getStore();
  const newest = await db
    .selectFrom('saved_conversations')
    .select(['data', 'loaded_at'])
    .where('loaded_at', '>', Date.now() - KEEP_MS)
    .where('loaded_at', '<=', getLatestMoment())
    .orderBy('loaded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest && parseSaved(newest);
}
