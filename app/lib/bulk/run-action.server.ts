import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { toErrorText } from 'shared/error-text';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { setRequestUser, withRequestId } from '../server/request-scope.server';
import { stopping } from '../server/stopping.server';
import { getCurrentUser } from '../session/check-user.server';
import type { SignedIn } from '../session/guard.server';
import { findChangeRefusal, mayWrite } from '../session/permissions';
import type { BulkAction, BulkRecord } from './bulk-action';
import { noteOutcome, readRecords } from './bulk-records.server';
import { beginAction, endAction } from './bulk-store.server';
import { changeRecord, type RecordResult } from './change-record.server';

/** The maximum time in milliseconds for which a request waits for the end of the action that it has started. */
const WAIT_MS = 2_000;
/** Limits the number of bulk actions that this process runs at a time. Further actions wait. */
const slots = pLimit(2);
/** The number of consecutive records without an answer of the host after which the action ends. */
const MAX_UNANSWERED = 3;

/** The reasons why an action ended before all records were processed. */
export const endings = {
  hostDown: 'The API host did not answer several times in a row, so the action ended early.',
  stopped: 'The panel was stopped before all records were processed.',
  noRight: 'Your account was changed while the action was running, and may not make these changes.',
  storeFailed: 'The panel could not store the progress, so the action ended early.',
} as const;

interface Run {
  signedIn: SignedIn;
  request: Request;
  entity: Entity;
  action: BulkAction;
}

const running = new Map<string, Promise<void>>();
let isStopping = false;

/** Returns whether this process is running the action. */
export function isRunningHere(token: string): boolean {
  return running.has(token);
}

/** Starts a bulk action, unless it was started before, and waits a short time for its end. */
export async function startAction(run: Run): Promise<void> {
  const { action, signedIn } = run;
  const { token } = action;
  const owner = await (await getLockOwner()).name();
  const work = async () => {
    if (!(await beginAction(token, owner))) return;
    await slots(() =>
      withRequestId(action.run, async () => {
        setRequestUser(signedIn.user.username);
        await runAction(run);
      }),
    );
  };
  const ended = (running.get(token) ?? work()).finally(() => running.delete(token));
  running.set(token, ended);
  await Promise.race([ended, wait(WAIT_MS, undefined, { ref: false })]);
}

/** Ends all running actions after the records that they are changing. Called when the panel stops. */
export async function stopActions(): Promise<void> {
  isStopping = true;
  await Promise.allSettled(running.values());
  isStopping = false;
}

/** Changes the records of an action, and stores the outcome of each. Never throws. */
async function runAction(run: Run): Promise<void> {
  const { action, entity } = run;
  log.info({ run: action.run, entity: entity.name, records: action.total }, 'a bulk action began');
  let ending: string | undefined;
  try {
    const records = await readRecords(action);
    const state: Progress = { records, next: 0, unanswered: 0, checkedAt: Date.now() };
    const workers = getApiHost().parallelChanges;
    await Promise.all(Array.from({ length: workers }, () => work(run, state)));
    ending = state.ending;
    await endAction(action.token, ending);
  } catch (error) {
    ending = endings.storeFailed;
    log.error({ run: action.run, error: toErrorText(error) }, 'a bulk action failed');
    await endAction(action.token, ending).catch(() => {});
  }
  log.info({ run: action.run, complete: ending === undefined }, 'a bulk action ended');
}

interface Progress {
  records: readonly BulkRecord[];
  /** The index of the next record. */
  next: number;
  unanswered: number;
  /** The time at which the rights of the user were checked, in milliseconds since the epoch. */
  checkedAt: number;
  /** The reason why the action ends before all records are processed. */
  ending?: string;
}

async function work(run: Run, progress: Progress): Promise<void> {
  for (;;) {
    // A stop first waits for requests, such as the one that started this action.
    if (stopping.now || isStopping) progress.ending ??= endings.stopped;
    const record = progress.ending ? undefined : progress.records[progress.next];
    if (!record) return;
    progress.next += 1;
    progress.ending ??= await checkRights(run, progress);
    if (progress.ending) return;
    await noteOutcome(run.action, record.n, 'begun');
    const result = await tryToChange(run, record);
    await noteOutcome(run.action, record.n, result.outcome, result.note);
    progress.unanswered = result.isDown ? progress.unanswered + 1 : 0;
    if (progress.unanswered >= MAX_UNANSWERED) progress.ending ??= endings.hostDown;
    // Other requests run in between.
    await setImmediate();
  }
}

async function tryToChange(run: Run, record: BulkRecord): Promise<RecordResult> {
  try {
    return await changeRecord({ ...run, record });
  } catch (error) {
    if (error instanceof Response) return { outcome: 'failed', note: await error.text() };
    log.error({ error: toErrorText(error) }, 'a record of a bulk action could not be changed');
    return { outcome: 'unknown', note: 'Something went wrong. Look at the record.' };
  }
}

/**
 * Returns the reason to end the action if the user may no longer make its changes. Asks the host at the same interval
 * as the guard of requests.
 */
async function checkRights(
  { signedIn, entity }: Run,
  progress: Progress,
): Promise<string | undefined> {
  const age = Date.now() - progress.checkedAt;
  // The age is negative if a clock was wrong.
  if (Math.abs(age) <= config.SESSION_RECHECK_SECONDS * 1_000) return undefined;
  progress.checkedAt = Date.now();
  const now = await getCurrentUser(signedIn.user);
  if (now === undefined) return undefined;
  const may = now !== 'inactive' && mayWrite(now) && !findChangeRefusal(now, entity);
  return may ? undefined : endings.noRight;
}
