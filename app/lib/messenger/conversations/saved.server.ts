import { z } from 'zod';
import { getLatestMoment } from '../../server/present';
import { getStore } from '../../server/store.server';

/** The time for which a session's summary is used again (product-spec.md §9), in milliseconds. */
const KEEP_MS = 3_600_000;

const schema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), failed: z.number() });

export type SavedSummary = z.infer<typeof schema> & { loadedAt: Date };

/** Returns the summary that was loaded in this session less than an hour ago. */
export async function readSavedSummary(session: string): Promise<SavedSummary | undefined> {
  const db = await getStore();
  const saved = await db
    .selectFrom('saved_conversations')
    .select(['data', 'loaded_at'])
    .where('session_id', '=', session)
    .where('loaded_at', '>', Date.now() - KEEP_MS)
    .where('loaded_at', '<=', getLatestMoment())
    .executeTakeFirst();
  if (!saved) return undefined;
  return { ...schema.parse(JSON.parse(saved.data)), loadedAt: new Date(Number(saved.loaded_at)) };
}

/**
 * Keeps a summary for its session, unless its run was cancelled meanwhile. The table's key refuses a
 * session that has ended.
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
    // Who cancels deletes afterwards; what has begun before that must not come after it.
    signal.throwIfAborted();
  });
}

/** Deletes the summaries that are too old to be shown; those of a session are deleted with it. */
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
