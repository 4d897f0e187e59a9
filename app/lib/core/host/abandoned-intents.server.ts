import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getStore } from '../server/store.server';

/** The end of an audit entry's description when it is unknown whether the change was made. */
export const UNKNOWN = ': outcome unknown';

/**
 * The time in milliseconds for which an owner must be missing before it counts as ended. A panel on PostgreSQL that
 * loses its database session opens a new session under the same owner name, and continues its change. A panel on a data
 * folder has no such sessions, so an owner that is missing has ended.
 */
const MISSING_MS = config.DATABASE_URL ? 15_000 : 0;

/**
 * The owners of open intents that were missing at the last check, each with the time from `performance.now()` at which
 * the owner was first found missing.
 */
const missing = new Map<string, number>();

/**
 * Marks the open intents of processes that have ended as due for sending. Adds to their descriptions that the outcome
 * is unknown.
 */
export async function giveUpOnAbandoned(): Promise<void> {
  const db = await getStore();
  const open = db.selectFrom('audit_intent').where('state', '=', 'open');
  const rows = await open.select('owner').distinct().execute();
  const owners = rows.map(({ owner }) => owner);
  for (const owner of missing.keys()) if (!owners.includes(owner)) missing.delete(owner);
  for (const owner of owners) {
    if (!(await hasEnded(owner))) continue;
    const left = await db
      .updateTable('audit_intent')
      .set(({ eb }) => ({
        state: 'due' as const,
        due_at: 0,
        description: eb('description', '||', UNKNOWN),
      }))
      .where('state', '=', 'open')
      .where('owner', '=', owner)
      .executeTakeFirst();
    const count = Number(left.numUpdatedRows);
    if (count > 0) log.warn({ count }, 'the outcome of changes by an ended process is unknown');
  }
}

async function hasEnded(owner: string): Promise<boolean> {
  const { isAlive } = await getLockOwner();
  if (await isAlive(owner)) {
    missing.delete(owner);
    return false;
  }
  const now = performance.now();
  const since = missing.get(owner) ?? now;
  missing.set(owner, since);
  return now - since >= MISSING_MS;
}
