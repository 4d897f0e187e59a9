import type { Kysely, Selectable } from 'kysely';
import { formatMoment } from '../list/format-moment.server';
import { log } from '../log.server';
import { oncePerProcess } from '../process.server';
import { panelStore, type StoreTables } from '../store/store.server';
import { queueEntries } from './audit-queue.server';
import type { AuditEntry } from './change-entry';
import { SECURITY, type SecurityAction } from './security-events';

type Count = Selectable<StoreTables['security_count']>;
type Key = Omit<Count, 'count'>;

/** Failed sign-ins come in numbers: their entry waits for the end of the window. */
const COUNTED_ONLY: readonly string[] = ['Failed sign-in'] satisfies SecurityAction[];
const WINDOW_MS = 15 * 60_000;
const TICK_MS = 5_000;
/** Events that are told apart at a time; further ones of a kind are counted together. */
export const MAX_COUNTS = 200;

const job = oncePerProcess('security counts', () => ({
  timer: undefined as NodeJS.Timeout | undefined,
}));

export interface SecurityEvent {
  action: SecurityAction;
  /** Never a text that was typed and is no account's name. */
  username: string;
  /** What happened, in a few words of the panel's own, which an s makes several of. */
  what: string;
  /** The client's address or network. */
  address?: string;
}

/**
 * Enters an event that people may cause as often as they like, counted for each account and address. A failed
 * sign-in is entered with its number at the end of the quarter of an hour; of other events the first is entered
 * within seconds, and how many more there were at that end. Never throws: what the event belongs to goes on.
 */
export async function countEvent(event: SecurityEvent): Promise<void> {
  const { action, what, username, address = '' } = event;
  const window_start = Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS;
  const own = { action, what, username: username.slice(0, 255), address, window_start };
  try {
    await (await panelStore()).transaction().execute(async (transaction) => {
      const isOver = (await isFull(transaction)) && !(await isCounted(transaction, own));
      const key = isOver
        ? { ...own, username: 'several accounts', address: 'several addresses' }
        : own;
      const count = await increment(transaction, key);
      if (count === 1 && !COUNTED_ONLY.includes(action))
        await queueEntries([entryOf(key, whatFrom(key))], transaction);
    });
  } catch (error) {
    log.error({ action, error: String(error) }, 'a security event could not be entered');
  }
}

/** Enters, from now on, what windows that have ended have counted. */
export function startCounting(): void {
  job.timer = setInterval(
    () => void enterCounts((start, now) => start + WINDOW_MS <= now),
    TICK_MS,
  );
  job.timer.unref();
}

/** Enters what has been counted so far. */
export async function stopCounting(): Promise<void> {
  clearInterval(job.timer);
  await enterCounts(() => true);
}

/** In one transaction: of several instances one enters a window, and a crash loses nothing. */
async function enterCounts(isOver: (start: number, now: number) => boolean): Promise<void> {
  const now = Date.now();
  try {
    await (await panelStore()).transaction().execute(async (transaction) => {
      const starts = await transaction
        .selectFrom('security_count')
        .select('window_start')
        .distinct()
        .execute();
      // One in the future was counted while the clock was wrong.
      const over = starts
        .map(({ window_start }) => Number(window_start))
        .filter((start) => isOver(start, now) || start > now);
      if (over.length === 0) return;
      const ended = await transaction
        .deleteFrom('security_count')
        .where('window_start', 'in', over)
        .returningAll()
        .execute();
      await queueEntries(ended.flatMap(summaryOf), transaction);
    });
  } catch (error) {
    log.error({ error: String(error) }, 'security events could not be entered');
  }
}

async function isFull(db: Kysely<StoreTables>): Promise<boolean> {
  const { rows } = await db
    .selectFrom('security_count')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows) >= MAX_COUNTS;
}

async function isCounted(db: Kysely<StoreTables>, key: Key): Promise<boolean> {
  const row = await db
    .selectFrom('security_count')
    .select('count')
    .where(({ and }) => and(key))
    .executeTakeFirst();
  return row !== undefined;
}

async function increment(db: Kysely<StoreTables>, key: Key): Promise<number> {
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

function summaryOf(counted: Count): AuditEntry[] {
  const isFirstEntered = !COUNTED_ONLY.includes(counted.action);
  const number = Number(counted.count) - Number(isFirstEntered);
  if (number === 0) return [];
  const start = Number(counted.window_start);
  const end = Math.min(start + WINDOW_MS, Math.max(start, Date.now()));
  const times = `between ${formatMoment(start, 'date-time')} and ${formatMoment(end, 'time')}`;
  const text = isFirstEntered
    ? `${whatFrom(counted)}: ${number} more ${times}`
    : `${number} ${whatFrom(counted, number === 1 ? '' : 's')} ${times}`;
  return [entryOf(counted, text)];
}

function entryOf({ action, username }: Key, description: string): AuditEntry {
  return { username, title: SECURITY, action: action as SecurityAction, description };
}

function whatFrom({ what, address }: Key, plural = ''): string {
  return `${what}${plural}${address && ` from ${address}`}`;
}
