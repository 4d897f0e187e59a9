import { randomUUID } from 'node:crypto';
import type { Database } from 'backend/db/types';
import type { PlannedChange } from 'backend/history/append-changes';
import {
  completePending,
  type PendingChange,
  storePending,
  withdrawPending,
} from 'backend/history/pending';
import { makeHistoryId } from 'backend/history/sealed-identity';
import { toErrorText } from 'shared/error-text';
import { getPanelKeys } from '../server/keys.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getRequestId } from '../server/request-scope.server';
import { getStore } from '../server/store.server';
import { mustStore } from '../server/unwritable.server';
import { UNKNOWN } from './abandoned-intents.server';
import { sendInBackground } from './audit-outbox.server';
import {
  buildIntent,
  claimNow,
  type Intent,
  insertIntents,
  requireRoom,
} from './audit-queue.server';
import type { AuditEntry, ChangeEntry, ChangeHistory, StoreWithChange } from './change-entry';
import type { Item } from './read-envelope';

type CallError = { kind: string; status?: number };
type Outcome = { ok: true } | { ok: false; error: CallError };
type Success<Result extends Outcome> = Extract<Result, { ok: true }>;

/** The parts that are recorded about a change outside the study's database. */
interface Records<Result extends Outcome> {
  entries: readonly ChangeEntry[];
  /** Undefined if the change concerns no record, for example an export. */
  history?: ChangeHistory;
  /** Stores what else belongs to the change, in the transaction of its outcome, or alone if that fails. */
  alsoStore?: StoreWithChange;
  /** Returns the items of the answer, from which the entries' descriptions are built. */
  items?: (result: Success<Result>) => readonly Item[];
  isRefused?: (error: CallError) => boolean;
}

/** The stored intents of a change: the entries that will be sent, and the change that will be in the history. */
interface Intents {
  entries: { entry: ChangeEntry; intent: Intent }[];
  pending: PendingChange | undefined;
}

/**
 * The statuses that mean that the host changed nothing, because the panel may not make the change or the host does not
 * have the path.
 */
const NOT_DONE: readonly (number | undefined)[] = [401, 403, 404, 405];

/** The ids of the changes in the history that this process is making. */
const running = new Set<string>();

/** Returns whether this process is making a change at the moment. */
export function isRunning(id: string): boolean {
  return running.has(id);
}

/** Returns whether an error means that the host did not make the change. */
function isRefusal({ kind, status }: CallError): boolean {
  return kind === 'refused' || NOT_DONE.includes(status);
}

/**
 * Makes a change outside the study's database. First stores, in one transaction, an intent for each audit entry and the
 * change for the history. After the change, stores its outcome in one transaction: the entries are due for sending, the
 * change is in the history, and what else belongs to it is stored. If the change was refused, deletes the intents. If
 * the outcome is not known, for example because the process ends, the entries say so, and the change stays pending until
 * it is compared with the record. An update that changes no value is not in the history. Throws a 503 response, and
 * makes no change, if the intents cannot be stored or too many entries wait.
 */
export async function withIntents<Result extends Outcome>(
  { entries, history, alsoStore, items = () => [], isRefused = isRefusal }: Records<Result>,
  make: () => Promise<Result>,
): Promise<Result> {
  // The change is marked as running before it is stored. Otherwise, another request could take it for an abandoned
  // change, and compare it with the record before the host has made it.
  const id = makeHistoryId();
  running.add(id);
  try {
    const intents = await storeIntents(entries, history && { id, change: history.change });
    const result = await orSayUnknown(intents, make);
    if (isSuccess(result)) await storeSuccess(intents, items(result), { history, alsoStore });
    else if (isFailure(result) && isRefused(result.error)) await withdraw(intents);
    else await storeUnknown(intents);
    return result;
  } finally {
    running.delete(id);
  }
}

/** Stores the entries of actions that have already been taken, and sends them in the background. */
export async function enterDurably(entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const owner = await (await getLockOwner()).name();
  const due = entries.map((entry) => claimNow(buildIntent(entry, entry.description, owner)));
  await insertIntents(due);
  sendInBackground(due);
}

async function storeIntents(
  entries: readonly ChangeEntry[],
  planned: { id: string; change: PlannedChange } | undefined,
): Promise<Intents> {
  const owner = await (await getLockOwner()).name();
  const built = entries.map((entry) => ({
    entry,
    intent: buildIntent(entry, entry.attempt, owner),
  }));
  const pending = await mustStore(async () => {
    if (entries.length > 0) await requireRoom();
    return (await getStore()).transaction().execute(async (db) => {
      await insertIntents(
        built.map(({ intent }) => intent),
        db,
      );
      if (!planned) return undefined;
      const change = { ...planned.change, requestId: getRequestId() };
      return storePending({ db, ring: getPanelKeys().ring }, change, owner, planned.id);
    });
  }, 'any');
  return { entries: built, pending };
}

/** Does a step of a change. If it throws, stores that the outcome is not known. */
async function orSayUnknown<Result>(
  intents: Intents,
  step: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    await storeUnknown(intents);
    throw error;
  }
}

/** Stores that a change was made, and sends its entries. */
async function storeSuccess(
  intents: Intents,
  items: readonly Item[],
  { history, alsoStore }: { history?: ChangeHistory; alsoStore?: StoreWithChange },
): Promise<void> {
  const { entries, pending } = intents;
  const { due, change } = await orSayUnknown(intents, () => ({
    due: entries.map(({ entry, intent }) =>
      claimNow({
        ...intent,
        username: entry.findUsername?.(items) || intent.username,
        description: entry.describe(items),
      }),
    ),
    change: pending && { ...pending.change, ...history?.complete?.(items) },
  }));
  const storeHistory = async (db: Database) => {
    if (change?.action === 'Update' && change.fields.length === 0)
      await withdrawPending({ db }, pending?.id ?? '');
    else if (pending && change)
      await completePending({ db, ring: getPanelKeys().ring }, { ...pending, change }, 'made');
  };
  await storeOutcome(due, [storeHistory, async (db) => alsoStore?.(db, items)]);
}

/** Sends the entries of a change whose outcome is not known. The change stays pending. */
async function storeUnknown({ entries }: Intents): Promise<void> {
  await storeOutcome(
    entries.map(({ entry, intent }) =>
      claimNow({ ...intent, description: entry.attempt + UNKNOWN }),
    ),
  );
}

/**
 * Marks intents as due, and stores the other parts of the outcome, in one transaction. If that fails, stores each part
 * alone, so that an error of one does not prevent the others. Then sends the entries, even if nothing could be stored,
 * because the change has already been made.
 */
async function storeOutcome(
  due: Intent[],
  others: readonly ((db: Database) => Promise<void>)[] = [],
): Promise<void> {
  const parts = [...others, (db: Database) => markAllAsDue(db, due)];
  if (!(await tryToCommit(parts))) for (const part of parts) await tryToCommit([part]);
  sendInBackground(due);
}

async function tryToCommit(parts: readonly ((db: Database) => Promise<void>)[]): Promise<boolean> {
  try {
    await (await getStore()).transaction().execute(async (db) => {
      for (const part of parts) await part(db);
    });
    return true;
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'the outcome of a change could not be stored');
    return false;
  }
}

async function markAllAsDue(db: Database, due: Intent[]): Promise<void> {
  for (const row of due) await markAsDue(db, row);
}

async function markAsDue(db: Database, row: Intent): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('audit_intent')
    .set(row)
    .where('id', '=', row.id)
    // An earlier attempt may have been committed although its answer was lost.
    .where(({ eb, or }) => or([eb('state', '=', 'open'), eb('description', '=', row.description)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Another process has assumed that this one has ended, and its entry reports an unknown outcome. A second entry
  // reports the actual outcome.
  row.id = randomUUID();
  await insertIntents([row], db);
}

/** Deletes the intents of a change that was not made. */
async function withdraw({ entries, pending }: Intents): Promise<void> {
  const ids = entries.map(({ intent }) => intent.id);
  try {
    await (await getStore()).transaction().execute(async (db) => {
      if (ids.length > 0) await db.deleteFrom('audit_intent').where('id', 'in', ids).execute();
      if (pending) await withdrawPending({ db }, pending.id);
    });
  } catch (error) {
    // The audit log will report its outcome as unknown.
    log.error({ error: toErrorText(error) }, 'the intents of a change could not be deleted');
  }
}

function isFailure(result: Outcome): result is Extract<Outcome, { ok: false }> {
  return !result.ok;
}

function isSuccess<Result extends Outcome>(result: Result): result is Success<Result> {
  return result.ok;
}
