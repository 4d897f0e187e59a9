import { toErrorText } from 'shared/error-text';
import { config } from '../server/config.server';
import { formatMoment } from '../server/format-moment.server';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { getLatestMoment } from '../server/present';
import { getStore } from '../server/store.server';
import { giveUpOnAbandoned } from './abandoned-intents.server';
import { DROPPABLE, hasNoAuditLog, type Intent, LEASE_MS, MAX_WAITING } from './audit-queue.server';
import { getApiHost } from './host.server';

const TICK_MS = 5_000;
const BATCH = 100;
/**
 * The wait in milliseconds after the first failed attempt to send an entry. Each further wait is twice as long,
 * up to LONGEST_WAIT_MS.
 */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** The delay in milliseconds after which an entry's description includes the time of its change. */
const LATE_MS = 60_000;

const sending = new Set<Promise<unknown>>();
let timer: NodeJS.Timeout | undefined;
let isBusy = false;

/** Sends, in order and in the background, entries that this process has claimed. Logs failures. */
export function sendInBackground(intents: readonly Intent[]): void {
  const work = (async () => {
    for (const intent of intents) if (!(await send(intent))) break;
  })()
    .catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'audit entries could not be sent yet'),
    )
    .finally(() => sending.delete(work));
  sending.add(work);
}

/**
 * Sends the entries that are due, at most BATCH of them, after those that are being sent. Resolves when sending
 * has ended.
 */
export async function sendDue(): Promise<void> {
  await settleOutbox();
  await tick();
}

/** Waits until no entry is being sent. */
export async function settleOutbox(): Promise<void> {
  await Promise.all(sending);
}

/**
 * Starts to send stored entries as they become due, including entries that an earlier process left. A data folder
 * belongs to one panel only, so a panel on a data folder also takes over the entries that other processes have claimed.
 */
export async function startOutbox(): Promise<void> {
  if (!config.DATABASE_URL) {
    const db = await getStore();
    await db.updateTable('audit_intent').set({ due_at: 0 }).where('state', '=', 'due').execute();
  }
  timer = setInterval(() => void tick(), TICK_MS).unref();
  void tick();
}

/** Stops the interval that `startOutbox` has started. */
export function stopOutbox(): void {
  clearInterval(timer);
}

async function tick(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  const work = (async () => {
    const now = Date.now();
    await giveUpOnAbandoned();
    await dropOldest();
    await countWaiting(now);
    for (const intent of await findDueIntents(now)) {
      if (!(await claim(intent, now))) continue;
      // After a failure, no further entries are sent until the next tick.
      if (!(await send({ ...intent, attempts: intent.attempts + 1 }))) break;
    }
  })()
    .catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'audit entries could not be sent yet'),
    )
    .finally(() => {
      isBusy = false;
      sending.delete(work);
    });
  sending.add(work);
  await work;
}

async function findDueIntents(now: number): Promise<Intent[]> {
  return (await getStore())
    .selectFrom('audit_intent')
    .selectAll()
    .where('state', '=', 'due')
    .where(({ eb, or }) =>
      or([eb('due_at', '<=', now), eb('due_at', '>', now + LONGEST_WAIT_MS + LEASE_MS)]),
    )
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
}

/**
 * Claims an entry, so that only one of several instances sends it. Returns false if another instance has
 * already claimed it.
 */
async function claim({ id, due_at, attempts }: Intent, now: number): Promise<boolean> {
  const claimed = await (await getStore())
    .updateTable('audit_intent')
    .set({ due_at: now + LEASE_MS, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/**
 * Sends a claimed entry. Returns true if the host accepted it. A host that supports the Idempotency-Key header
 * writes the entry only once, even if it is sent several times.
 */
async function send(intent: Intent): Promise<boolean> {
  const { id, attempts } = intent;
  const createdAt = Number(intent.created_at);
  const isLate = Date.now() - createdAt > LATE_MS;
  const when = isLate ? ` (on ${formatMoment(createdAt, 'date-time')})` : '';
  const fields = {
    uid: '0',
    uusername: intent.username,
    utitle: intent.title,
    uaction: intent.action,
    udescription: intent.description + when,
  };
  const result = await getApiHost().append('audit', fields, id);
  const db = await getStore();
  if (result.ok) {
    await db.deleteFrom('audit_intent').where('id', '=', id).execute();
    return true;
  }
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  metrics.auditFailures.inc();
  // noteMissingEndpoint has already logged that the host has no audit log.
  if (result.error.kind !== 'missing')
    log.error(
      { path: 'audit/update', error: result.error.kind, attempts },
      'an audit entry was not accepted and will be sent again',
    );
  await db
    .updateTable('audit_intent')
    .set({ due_at: Date.now() + waitMs })
    .where('id', '=', id)
    .execute();
  return false;
}

/**
 * Counts the entries that have been stored for longer than a tick, for the metrics. Most entries are sent
 * within a second.
 */
async function countWaiting(now: number): Promise<void> {
  const { count } = await (await getStore())
    .selectFrom('audit_intent')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, or }) =>
      or([eb('created_at', '<', now - TICK_MS), eb('created_at', '>', getLatestMoment(now))]),
    )
    .executeTakeFirstOrThrow();
  metrics.auditWaiting.set(Number(count));
}

/**
 * Deletes the oldest entries if more than MAX_WAITING are due. Does not delete entries of changes, except for a host
 * that has no audit log.
 */
async function dropOldest(): Promise<void> {
  const db = await getStore();
  const due = db.selectFrom('audit_intent').where('state', '=', 'due');
  const { waiting } = await due
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (Number(waiting) <= MAX_WAITING) return;
  const droppable = hasNoAuditLog() ? due : due.where('action', 'in', DROPPABLE);
  const oldest = droppable
    .select('id')
    .orderBy('created_at')
    .limit(Number(waiting) - MAX_WAITING);
  const dropped = await db.deleteFrom('audit_intent').where('id', 'in', oldest).executeTakeFirst();
  const count = Number(dropped.numDeletedRows);
  if (count === 0) return;
  metrics.auditFailures.inc(count);
  log.error({ count }, 'the API host accepts no audit entries: the oldest were dropped');
}
