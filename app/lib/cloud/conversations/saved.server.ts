import { z } from 'zod';
import { panelStore } from '../../store/store.server';

/** How long a session's summary is used again (product-spec.md §9), milliseconds. */
const KEEP_MS = 3_600_000;

const schema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), failed: z.number() });

export type SavedSummary = z.infer<typeof schema> & { loadedAt: Date };

/** The summary that was loaded in this session less than an hour ago. */
export async function savedSummary(session: string): Promise<SavedSummary | undefined> {
  const db = await panelStore();
  const saved = await db
    .selectFrom('saved_conversations')
    .select(['data', 'loaded_at'])
    .where('session_id', '=', session)
    .where('loaded_at', '>', Date.now() - KEEP_MS)
    .executeTakeFirst();
  if (!saved) return undefined;
  return { ...schema.parse(JSON.parse(saved.data)), loadedAt: new Date(Number(saved.loaded_at)) };
}

/** Keeps a summary for its session, and takes away those that nobody can use any more. */
export async function saveSummary(session: string, summary: z.infer<typeof schema>): Promise<void> {
  const db = await panelStore();
  await forgetSummary(session);
  await db
    .deleteFrom('saved_conversations')
    .where((or) =>
      or.or([
        or('loaded_at', '<=', Date.now() - KEEP_MS),
        or(
          'session_id',
          'not in',
          or
            .selectFrom('session')
            .select('public_id')
            .where('public_id', 'is not', null)
            .$castTo<{ public_id: string }>(),
        ),
      ]),
    )
    .execute();
  await db
    .insertInto('saved_conversations')
    .values({ session_id: session, data: JSON.stringify(summary), loaded_at: Date.now() })
    .execute();
}

export async function forgetSummary(session: string): Promise<void> {
  const db = await panelStore();
  await db.deleteFrom('saved_conversations').where('session_id', '=', session).execute();
}
