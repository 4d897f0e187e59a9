import { setImmediate } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import type { Result } from 'shared/result';
import type { Entity } from '../core/entities/entity';
import { getApiHost } from '../core/host/host.server';
import { makeProgress } from '../core/jobs/job-progress.server';
import { runJob, shouldStop } from '../core/jobs/run-job.server';
import { config } from '../core/server/config.server';
import { log } from '../core/server/log.server';
import { getCurrentUser } from '../core/session/check-user.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkChangeRight, mayWrite } from '../core/session/permissions';
import type { BulkAction, BulkRecord } from './bulk-action';
import { readSelected, storeRecordOutcome } from './bulk-records.server';
import { bulkJobs } from './bulk-store.server';
import { changeRecord, type RecordResult } from './change-record.server';

/** The number of consecutive records without an answer of the host after which the action ends. */
const MAX_UNANSWERED = 3;

/** The reasons why an action ended before all records were processed. */
const endings = {
  hostDown: 'The API host did not answer several times in a row, so the action ended early.',
  incomplete: 'Not all selected rows were stored, so nothing was changed. Select the rows again.',
  noRight: 'Your account was changed while the action was running, and may not make these changes.',
} as const;

interface ActionContext {
  signedIn: SignedIn;
  request: Request;
  entity: Entity;
  action: BulkAction;
}

/** Starts a bulk action, unless it was started before, and waits a short time for its end. */
export function startAction(context: ActionContext): Promise<void> {
  const { owner, token, run: requestId } = context.action;
  const { username } = context.signedIn.user;
  return runJob(bulkJobs, {
    owner,
    token,
    username,
    requestId,
    work: () => changeRecords(context),
  });
}

/** Changes the records of an action, and stores the outcome of each. */
async function changeRecords(context: ActionContext): Promise<Result<object, string>> {
  const { action, entity } = context;
  log.info({ run: action.run, entity: entity.name, records: action.total }, 'a bulk action began');
  const records = await readSelected(action);
  if (records.length !== action.total) return { ok: false, error: endings.incomplete };
  const progress: Progress = {
    ...{ records, next: 0, unanswered: 0, checkedAt: Date.now(), processed: 0 },
    storeProcessed: makeProgress(action.token),
  };
  const workers = getApiHost().parallelChanges;
  await Promise.all(Array.from({ length: workers }, () => changeNext(context, progress)));
  const { ending } = progress;
  log.info({ run: action.run, complete: ending === undefined }, 'a bulk action ended');
  return ending === undefined ? { ok: true, value: {} } : { ok: false, error: ending };
}

interface Progress {
  records: readonly BulkRecord[];
  /** The index of the next record. */
  next: number;
  unanswered: number;
  /** The number of records that have an outcome, and the function that stores it. */
  processed: number;
  storeProcessed: (processed: number) => Promise<unknown>;
  /** The time at which the rights of the user were checked, in milliseconds since the epoch. */
  checkedAt: number;
  /** The reason why the action ends before all records are processed. */
  ending?: string;
}

/** Changes one record after the other until none is left, or until the action must end. */
async function changeNext(context: ActionContext, progress: Progress): Promise<void> {
  for (;;) {
    if (shouldStop()) progress.ending ??= bulkJobs.failures.stopped;
    const record = progress.ending ? undefined : progress.records[progress.next];
    if (!record) return;
    progress.next += 1;
    if (!(await mayChangeStill(context, progress))) progress.ending ??= endings.noRight;
    if (progress.ending) return;
    await storeRecordOutcome(context.action, record.n, 'begun');
    const result = await tryToChange(context, record);
    await storeRecordOutcome(context.action, record.n, result.outcome, result.note);
    progress.processed += 1;
    await progress.storeProcessed(progress.processed);
    progress.unanswered = result.isDown ? progress.unanswered + 1 : 0;
    if (progress.unanswered >= MAX_UNANSWERED) progress.ending ??= endings.hostDown;
    // Other requests run in between.
    await setImmediate();
  }
}

async function tryToChange(context: ActionContext, record: BulkRecord): Promise<RecordResult> {
  try {
    return await changeRecord({ ...context, record });
  } catch (error) {
    if (error instanceof Response) return { outcome: 'failed', note: await error.text() };
    log.error({ error: toErrorText(error) }, 'a record of a bulk action could not be changed');
    return { outcome: 'unknown', note: 'Something went wrong. Look at the record.' };
  }
}

/**
 * Returns whether the user may still make the changes of an action. Asks the host at the same interval as the guard of
 * requests.
 */
async function mayChangeStill(
  { signedIn, entity }: ActionContext,
  progress: Progress,
): Promise<boolean> {
  const age = Date.now() - progress.checkedAt;
  // The age is negative if a clock was wrong.
  if (Math.abs(age) <= config.SESSION_RECHECK_SECONDS * 1_000) return true;
  progress.checkedAt = Date.now();
  const now = await getCurrentUser(signedIn.user);
  if (now === undefined) return true;
  return now !== 'inactive' && mayWrite(now) && checkChangeRight(now, entity).ok;
}
