import { getLatestMoment } from './present';
import { getStore } from './store.server';

interface Limits {
  /** The time in milliseconds for which work is stored. */
  keepMs: number;
  /** The maximum number of stored works of a user. */
  max: number;
  /** The state of work that must not be replaced. */
  busy: string;
}

/**
 * Deletes bulk actions or exported files that are too old, or from the future because a clock was wrong. Also deletes
 * the owner's oldest ones that are not `busy`, so that one more can be stored.
 */
export async function deleteOldWork(
  table: 'bulk_action' | 'exported_file',
  owner: string,
  { keepMs, max, busy }: Limits,
): Promise<void> {
  const db = await getStore();
  const now = Date.now();
  const newest = db
    .selectFrom(table)
    .select('token')
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .limit(max - 1);
  await db
    .deleteFrom(table)
    .where((or) =>
      or.or([
        or('created_at', '<=', now - keepMs),
        or('created_at', '>', getLatestMoment(now)),
        or.and([or('owner', '=', owner), or('state', '!=', busy), or('token', 'not in', newest)]),
      ]),
    )
    .execute();
}
