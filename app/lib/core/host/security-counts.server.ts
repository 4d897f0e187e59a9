import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import { cutText } from 'shared/cut-text';
import { getDialect } from 'shared/db/dialect-of';
import { toErrorText } from 'shared/error-text';
import {
  COUNT_WINDOW_MS,
  describeEvent,
  describeEvents,
  findWindowStart,
  MAX_COUNTS,
  SHARED_COUNT,
} from 'shared/security-counts';
import { SECURITY, type SecurityAction } from 'shared/security-events';
import { type BackgroundTask, every } from '../server/background-task.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getStore } from '../server/store.server';
import { queueEntries } from './audit-queue.server';
import type { AuditEntry } from './change-entry';

type Count = Selectable<StudyTables['security_count']>;
type Key = Omit<Count, 'count'>;

/**
 * The actions whose events are only counted, because many such events are expected. Each count has one audit entry at
 * the end of a window.
 */
const COUNTED_ONLY: readonly string[] = ['Failed sign-in'] satisfies SecurityAction[];
const TICK_MS = 5_000;

interface SecurityEvent {
  action: SecurityAction;
  /** The name of an existing account, or a fixed text. Never other user input. */
  username: string;
  /** See `CountedEvent`. */
  what: string;
  /** The client's address or network. */
  address?: string;
}

/**
 * Counts an event by account and address, because anyone can cause such events any number of times. The audit log gets
 * the number of failed sign-ins at the end of a window of 15 minutes. For other events, it gets an entry about the
 * first event within seconds, and the number of further events at the end of the window. Does not throw, so that the
 * request that caused the event continues.
 */
export async function countEvent(event: SecurityEvent): Promise<void> {
  const { action, what, username, address = '' } = event;
  const window_start = findWindowStart(Date.now());
  const own = { action, what, username: cutText(username, 255), address, window_start };
  try {
    await (await getStore()).transaction().execute(async (transaction) => {
      const key = (await hasRoom(transaction, own)) ? own : { ...own, ...SHARED_COUNT };
      const count = await increment(transaction, key);
      if (count === 1 && !COUNTED_ONLY.includes(action))
        await queueEntries([buildEntry(key, describeEvent(key))], transaction);
    });
  } catch (error) {
    log.error({ action, error: toErrorText(error) }, 'a security event could not be entered');
  }
}

const enterEnded = every(TICK_MS, 'the entry of security events', () =>
  enterCounts((start, now) => start + COUNT_WINDOW_MS <= now),
);

/** Writes audit entries for the counts of windows that have ended and, at a stop, for all counts. */
export const countTask: BackgroundTask = {
  start: enterEnded.start,
  async stop() {
    await enterEnded.stop();
    await enterCounts(() => true);
  },
};

/**
 * Writes audit entries for the counts of windows whose start `isOver` accepts. Deletes the counts in the same
 * transaction, so that only one of several instances writes the entries of a window, and no count is lost in a crash.
 */
async function enterCounts(isOver: (start: number, now: number) => boolean): Promise<void> {
  const now = Date.now();
  try {
    await (await getStore()).transaction().execute(async (transaction) => {
      const starts = await transaction
        .selectFrom('security_count')
        .select('window_start')
        .distinct()
        .execute();
      // A window in the future was counted while the clock was wrong.
      const over = starts
        .map(({ window_start }) => Number(window_start))
        .filter((start) => isOver(start, now) || start > now);
      if (over.length === 0) return;
      const ended = await transaction
        .deleteFrom('security_count')
        .where('window_start', 'in', over)
        .returningAll()
        .execute();
      await queueEntries(ended.flatMap(buildSummaryEntries), transaction);
    });
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'security events could not be entered');
  }
}

/**
 * Returns whether an event can have a count of its own. Before a count is added, the table is locked and the counts are
 * read again, so that concurrent transactions do not exceed MAX_COUNTS.
 */
async function hasRoom(db: Kysely<StudyTables>, own: Key): Promise<boolean> {
  if (await isCounted(db, own)) return true;
  if (await isFull(db)) return false;
  await getDialect(db).lockTable(db, 'security_count');
  return (await isCounted(db, own)) || !(await isFull(db));
}

async function isFull(db: Kysely<StudyTables>): Promise<boolean> {
  const { rows } = await db
    .selectFrom('security_count')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows) >= MAX_COUNTS;
}

async function isCounted(db: Kysely<StudyTables>, key: Key): Promise<boolean> {
  const row = await db
    .selectFrom('security_count')
    .select('count')
    .where(({ and }) => and(key))
    .executeTakeFirst();
  return row !== undefined;
}

async function increment(db: Kysely<StudyTables>, key: Key): Promise<number> {
  const { count } = await db
    .insertInto('security_count')
    .values({ ...key, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['window_start', 'action', 'what', 'username', 'address'])
        .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('security_count.count'), '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return Number(count);
}

function buildSummaryEntries(counted: Count): AuditEntry[] {
  const isFirstEntered = !COUNTED_ONLY.includes(counted.action);
  const number = Number(counted.count) - Number(isFirstEntered);
  if (number === 0) return [];
  const start = Number(counted.window_start);
  const end = Math.min(start + COUNT_WINDOW_MS, Math.max(start, Date.now()));
  const timeZone = config.STUDY_TIME_ZONE;
  const window = { number, isFirstEntered, start, end, timeZone };
  return [buildEntry(counted, describeEvents(counted, window))];
}

function buildEntry({ action, username }: Key, description: string): AuditEntry {
  return { username, title: SECURITY, action: action as SecurityAction, description };
}
