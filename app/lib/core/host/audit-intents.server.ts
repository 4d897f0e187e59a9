import { randomUUID } from 'node:crypto';
import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
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
import type { AuditEntry, ChangeEntry } from './change-entry';
import type { Item } from './read-envelope';

type CallError = { kind: string; status?: number };
type Outcome = { ok: true } | { ok: false; error: CallError };

/**
 * The statuses that mean that the host changed nothing, because the panel may not make the change or the host does not
 * have the path.
 */
const NOT_DONE: readonly (number | undefined)[] = [401, 403, 404, 405];

/** Returns whether an error means that the host did not make the change. */
export function isRefusal({ kind, status }: CallError): boolean {
  return kind === 'refused' || NOT_DONE.includes(status);
}

/**
 * Makes a change outside the study's database. First stores an intent for each audit entry of the change. After
 * the change, marks the intents as due for sending, or deletes them if the change was refused. If the process ends in
 * between, the entries will say that the outcome is unknown. Throws a 503 response, and makes no change, if the intents
 * cannot be stored or too many entries wait.
 */
export async function withIntents<Result extends Outcome>(
  entries: readonly ChangeEntry[],
  make: () => Promise<Result>,
  {
    items = () => [],
    isRefused = isRefusal,
  }: {
    /** Returns the items of the answer, from which the entries' descriptions are built. */
    items?: (result: Extract<Result, { ok: true }>) => readonly Item[];
    isRefused?: (error: CallError) => boolean;
  } = {},
): Promise<Result> {
  const owner = await (await getLockOwner()).name();
  const intents = entries.map((entry) => ({
    entry,
    intent: buildIntent(entry, entry.attempt, owner),
  }));
  await mustStore(async () => {
    if (intents.length > 0) await requireRoom();
    await insertIntents(intents.map(({ intent }) => intent));
  }, 'any');
  const unknown = ({ attempt }: ChangeEntry) => attempt + UNKNOWN;
  const resolve = (buildText: (entry: ChangeEntry) => string, answered: readonly Item[] = []) =>
    sendAsDue(
      intents.map(({ entry, intent }) => ({
        ...intent,
        username: entry.findUsername?.(answered) || intent.username,
        description: buildText(entry),
      })),
    );
  let result: Result;
  try {
    result = await make();
  } catch (error) {
    await resolve(unknown);
    throw error;
  }
  if (isSuccess(result)) {
    const answered = items(result);
    await resolve((entry) => entry.describe(answered), answered);
  } else if (isFailure(result) && isRefused(result.error)) {
    await withdraw(intents.map(({ intent }) => intent.id));
  } else await resolve(unknown);
  return result;
}

/** Stores the entries of actions that have already been taken, and sends them in the background. */
export async function enterDurably(entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const owner = await (await getLockOwner()).name();
  const due = entries.map((entry) => claimNow(buildIntent(entry, entry.description, owner)));
  await insertIntents(due);
  sendInBackground(due);
}

/**
 * Marks intents as due and sends their entries. Sends them even if the store cannot be written, because the
 * change has already been made.
 */
async function sendAsDue(intents: readonly Intent[]): Promise<void> {
  const due = intents.map(claimNow);
  try {
    const db = await getStore();
    for (const row of due) {
      const { numUpdatedRows } = await db
        .updateTable('audit_intent')
        .set(row)
        .where('id', '=', row.id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) continue;
      // Another process has assumed that this one has ended, and its entry reports an unknown outcome. A second entry
      // reports the actual outcome.
      row.id = randomUUID();
      await insertIntents([row]);
    }
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'an audit intent could not be resolved in the store');
  }
  sendInBackground(due);
}

async function withdraw(ids: readonly string[]): Promise<void> {
  try {
    const db = await getStore();
    await db.deleteFrom('audit_intent').where('id', 'in', ids).execute();
  } catch (error) {
    // The audit log will report its outcome as unknown.
    log.error({ error: toErrorText(error) }, 'an audit intent could not be withdrawn');
  }
}

function isFailure(result: Outcome): result is Extract<Outcome, { ok: false }> {
  return !result.ok;
}

function isSuccess<Result extends Outcome>(
  result: Result,
): result is Extract<Result, { ok: true }> {
  return result.ok;
}
