import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import { deleteOldWork } from '../server/delete-old-work.server';
import { log } from '../server/log.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import {
  type BulkAction,
  type BulkContent,
  contentSchema,
  type Outcome,
  type SelectedRecord,
} from './bulk-action';
import { sealRecord } from './bulk-records.server';

/** The time in milliseconds for which a bulk action and its result are stored: a day. */
const KEEP_MS = 24 * 3_600_000;
/**
 * The maximum number of bulk actions that are stored for a user. A further action replaces the oldest one that is not
 * running.
 */
const MAX_ACTIONS = 20;
const FORGET_EVERY_MS = 3_600_000;
const TOKEN_BYTES = 24;
/** The number of records that one statement stores. */
const PART = 100;

const { seal, unseal } = makeSealer('bulk actions');

/** Stores a bulk action that a user has not confirmed yet. Returns its token. */
export async function storeAction(
  owner: string,
  entity: string,
  content: Omit<BulkContent, 'run' | 'total'>,
  records: readonly SelectedRecord[],
): Promise<string> {
  await forgetOld(owner);
  const db = await getStore();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const known: BulkContent = { ...content, run: randomUUID(), total: records.length };
  await db
    .insertInto('bulk_action')
    .values({
      ...{ token, owner, entity },
      state: 'asked',
      content: seal(JSON.stringify(known), [owner, token]),
      ...{ runner: null, ending: null, undone_by: null },
      created_at: Date.now(),
    })
    .execute();
  for (let start = 0; start < records.length; start += PART) {
    const part = records.slice(start, start + PART).map((record, at) => ({
      token,
      n: start + at,
      content: sealRecord({ owner, token }, start + at, record),
      outcome: null,
      note: null,
    }));
    await db.insertInto('bulk_record').values(part).execute();
    await setImmediate();
  }
  return token;
}

/** Returns the owner's bulk action with this token, or undefined if there is none. */
export async function readAction(owner: string, token: string): Promise<BulkAction | undefined> {
  const row = await (await getStore())
    .selectFrom('bulk_action')
    .selectAll()
    .where('token', '=', token)
    .where('owner', '=', owner)
    .where('created_at', '>', Date.now() - KEEP_MS)
    .where('created_at', '<=', getLatestMoment())
    .executeTakeFirst();
  const text = row && unseal(row.content, [owner, token]);
  const content = text && contentSchema.safeParse(JSON.parse(text.toString())).data;
  if (!row || !content) return undefined;
  const { entity, runner, ending, undone_by: undoneBy } = row;
  const state = row.state === 'asked' || row.state === 'running' ? row.state : 'ended';
  return {
    ...content,
    ...{ token, owner, entity, state },
    runner: runner ?? undefined,
    ending: ending ?? undefined,
    undoneBy: undoneBy ?? undefined,
  };
}

/** Marks a bulk action as running. Returns false if it has been started before. */
export async function beginAction(token: string, runner: string): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('bulk_action')
    .set({ state: 'running', runner })
    .where('token', '=', token)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a bulk action as ended. `ending` is the reason why it did not process all records. */
export async function endAction(token: string, ending?: string): Promise<void> {
  await (await getStore())
    .updateTable('bulk_action')
    .set({ state: 'ended', ending: ending ?? null })
    .where('token', '=', token)
    .execute();
}

/** Stores that the action `undo` undoes the action `token`. Returns false if another action already undoes it. */
export async function claimUndo(token: string, undo: string): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('bulk_action')
    .set({ undone_by: undo })
    .where('token', '=', token)
    .where('undone_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the number of records of a bulk action by their outcome. Records without an outcome are not counted. */
export async function countOutcomes(token: string): Promise<Record<Outcome, number>> {
  const rows = await (await getStore())
    .selectFrom('bulk_record')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('token', '=', token)
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute();
  const count = (outcome: Outcome) =>
    Number(rows.find((row) => row.outcome === outcome)?.count ?? 0);
  return {
    begun: count('begun'),
    done: count('done'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    unknown: count('unknown'),
  };
}

let timer: NodeJS.Timeout | undefined;

/** Starts an interval that deletes old bulk actions every hour. */
export function startForgetting(): void {
  const forget = () =>
    forgetOld('').catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'old bulk actions could not be deleted yet'),
    );
  timer = setInterval(() => void forget(), FORGET_EVERY_MS).unref();
}

export function stopForgetting(): void {
  clearInterval(timer);
}

function forgetOld(owner: string): Promise<void> {
  return deleteOldWork('bulk_action', owner, {
    keepMs: KEEP_MS,
    max: MAX_ACTIONS,
    busy: 'running',
  });
}
