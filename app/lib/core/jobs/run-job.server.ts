import { setTimeout as wait } from 'node:timers/promises';
import type { StudyTables } from 'backend/db/study-tables';
import type { Selectable } from 'kysely';
import { toErrorText } from 'shared/error-text';
import { type BackgroundTask, every } from '../server/background-task.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getRequestId, setRequestUser, withRequestId } from '../server/request-scope.server';
import { stopping } from '../server/stopping.server';
import { getStore } from '../server/store.server';
import type { AnyJobKind, AttemptOutcome, JobKind } from './job-kind';
import {
  claimJob,
  deleteExpiredJobs,
  finishJob,
  type Job,
  type JobRef,
  listDueJobs,
  postponeJob,
  readContent,
  readJob,
} from './job-store.server';

export const jobLimits = {
  /** The maximum time in milliseconds for which a request waits for the end of the job that it has started. */
  waitMs: 2_000,
};
const SWEEP_EVERY_MS = 60_000;

interface Run<Output> extends JobRef {
  /** Undefined if no user waits for the job. */
  username?: string;
  /** The id under which the job's log entries and changes can be found. */
  requestId: string;
  /** Does the work. Must end soon when `shouldStop` returns true. */
  work: () => Promise<AttemptOutcome<Output>>;
}

interface Start {
  /** Stores the job as running. Undefined if the job is already stored, and waits. */
  store?: () => Promise<unknown>;
  /** Called when the job has ended, also if it could not be started. */
  onEnd?: () => void;
}

/** The jobs that this process runs or holds for a slot, with the maximum time in milliseconds of a stop for each. */
const running = new Map<string, { ended: Promise<void>; stopMs?: number }>();
let isStopping = false;

/** Returns whether jobs must end, because the server or the task of the jobs is stopping. */
export function shouldStop(): boolean {
  return stopping.now || isStopping;
}

/**
 * Starts a job, unless it was started before, and waits at most `waitMs` for its end. Throws if it cannot be stored.
 */
export async function runJob<Content, Output>(
  kind: JobKind<Content, Output>,
  { store, onEnd, ...run }: Run<Output> & Start,
): Promise<void> {
  const stored = store?.();
  const start = async () => {
    if (stored) await stored;
    else if (!(await claimJob(run.token, await nameRunner()))) return;
    await kind.slots(() => workOnJob(kind, run));
  };
  const ended = startOnce(kind, run.token, () => start().finally(onEnd));
  await stored;
  await Promise.race([ended, wait(jobLimits.waitMs, undefined, { ref: false })]);
}

/**
 * Makes an attempt of a job without regard to when it is due, and waits until the attempt has ended. If this process
 * is running the job, waits for that attempt. Takes over a job whose process has ended. Does nothing if another process
 * runs the job, or if it has ended. If the attempt cannot be made, logs the error, and the job waits.
 */
export async function attemptJob<Content, Output>(
  kind: JobKind<Content, Output>,
  token: string,
): Promise<void> {
  try {
    await releaseAbandonedJobs([kind]);
    const job = await (await getStore())
      .selectFrom('job')
      .selectAll()
      .where('token', '=', token)
      .where('kind', '=', kind.name)
      .executeTakeFirst();
    if (job) await startAttempt(kind, job);
  } catch (error) {
    log.error({ error: describeThrown(error) }, 'an attempt of a job could not be made');
  }
}

/** Makes an attempt of a stored job in the next free slot. A job that cannot be decrypted waits for its key. */
function startAttempt<Content, Output>(
  kind: JobKind<Content, Output>,
  job: Selectable<StudyTables['job']>,
): Promise<void> {
  const { owner, token } = job;
  const { attempts } = kind;
  const content = readContent(kind, job);
  if (!attempts || content === undefined) return Promise.resolve();
  const requestId = getRequestId() ?? token;
  const work = () => attempts.make(content, job);
  return startOnce(kind, token, () =>
    kind.slots(async () => {
      if (shouldStop() || !(await claimJob(token, await nameRunner(), job.attempts))) return;
      await workOnJob(kind, { owner, token, requestId, work });
    }),
  );
}

/** Starts a job, unless this process is running it, and returns the promise of its end. */
function startOnce(
  { attempts }: AnyJobKind,
  token: string,
  start: () => Promise<void>,
): Promise<void> {
  const known = running.get(token);
  if (known) return known.ended;
  const ended = start().finally(() => running.delete(token));
  running.set(token, { ended, stopMs: attempts?.stopMs });
  ended.catch((error: unknown) =>
    log.error({ error: toErrorText(error) }, 'a job could not be started'),
  );
  return ended;
}

async function nameRunner(): Promise<string> {
  return (await getLockOwner()).name();
}

/** Does the work of a job that this process has claimed, and stores the outcome. */
function workOnJob<Content, Output>(
  kind: JobKind<Content, Output>,
  { owner, token, username, requestId, work }: Run<Output>,
): Promise<void> {
  return withRequestId(requestId, async () => {
    if (username !== undefined) setRequestUser(username);
    const outcome = await tryToWork(kind, requestId, work);
    await storeOutcome(kind, { owner, token }, outcome).catch((error: unknown) =>
      log.error(
        { job: requestId, error: toErrorText(error) },
        'the result of a job could not be stored',
      ),
    );
  });
}

async function storeOutcome<Content, Output>(
  kind: JobKind<Content, Output>,
  ref: JobRef,
  outcome: AttemptOutcome<Output>,
): Promise<void> {
  if (outcome === 'unknown') return finishJob(kind, ref);
  if (outcome !== 'later') return finishJob(kind, ref, outcome);
  // With `runner`, a job that another process has taken over is left alone.
  const own = { ...ref, runner: await nameRunner() };
  if (await postponeJob(kind, own)) return;
  await finishJob(kind, own, { ok: false, error: kind.failures.failed });
}

async function tryToWork<Content, Output>(
  { title, failures, attempts }: JobKind<Content, Output>,
  job: string,
  work: () => Promise<AttemptOutcome<Output>>,
): Promise<AttemptOutcome<Output>> {
  try {
    const outcome = await work();
    if (typeof outcome === 'object' && !outcome.ok)
      log.warn({ job, kind: title, reason: outcome.error }, 'a job ended early');
    return outcome;
  } catch (error) {
    log.error({ job, kind: title, error: describeThrown(error) }, 'a job failed');
    return attempts ? 'later' : { ok: false, error: failures.failed };
  }
}

function describeThrown(error: unknown): string {
  return error instanceof Response ? `status ${error.status}` : toErrorText(error);
}

/**
 * Returns a user's job in its present state, or undefined if it is not stored. If the process that was running the
 * job has ended, marks the job as failed.
 */
export async function findJob<Content, Output>(
  kind: JobKind<Content, Output>,
  ref: JobRef,
): Promise<Job<Content, Output> | undefined> {
  const job = await readJob(kind, ref);
  if (job?.state !== 'running' || !(await isAbandoned(job))) return job;
  await finishJob(kind, ref);
  return readJob(kind, ref);
}

/** Returns whether no process is running a job any more. */
async function isAbandoned({
  token,
  runner,
}: {
  token: string;
  runner: string | undefined;
}): Promise<boolean> {
  if (runner === undefined) return false;
  const { name, isAlive } = await getLockOwner();
  return runner === (await name()) ? !running.has(token) : !(await isAlive(runner));
}

/**
 * Marks jobs whose process has ended as failed, or makes them wait for another attempt. Starts the jobs that are due
 * at `now`, and returns a promise for the end of each.
 */
export async function resumeJobs(
  kinds: readonly AnyJobKind[],
  now?: number,
): Promise<Promise<void>[]> {
  await releaseAbandonedJobs(kinds);
  const started: Promise<void>[] = [];
  for (const kind of kinds.filter(hasAttempts)) {
    // The default is the time after the release, because released jobs are due from then on.
    const due = await listDueJobs(kind, now ?? Date.now());
    started.push(...due.map((job) => startAttempt(kind, job)));
  }
  return started;
}

/** Returns whether the panel runs the jobs of a kind by itself. */
function hasAttempts(kind: AnyJobKind): kind is JobKind<unknown, unknown> {
  return kind.attempts !== undefined;
}

async function releaseAbandonedJobs(kinds: readonly AnyJobKind[]): Promise<void> {
  const rows = await (await getStore())
    .selectFrom('job')
    .select(['kind', 'owner', 'token', 'runner'])
    .where('state', '=', 'running')
    .execute();
  for (const { kind: name, owner, token, runner } of rows) {
    const kind = kinds.find((one) => one.name === name);
    if (!kind || runner === null || !(await isAbandoned({ token, runner }))) continue;
    const job = { owner, token, runner };
    const waits = kind.attempts?.areRepeatable && (await postponeJob(kind, job, 0));
    if (!waits) await finishJob(kind, job);
  }
}

/**
 * Makes the task that each minute deletes expired jobs, releases those whose process has ended, and starts those that
 * are due. A stop asks all jobs of this process to end, and waits for them.
 */
export function makeJobsTask(kinds: readonly AnyJobKind[]): BackgroundTask {
  const sweep = every(
    SWEEP_EVERY_MS,
    'the work on jobs',
    () => deleteExpiredJobs().then(() => resumeJobs(kinds)),
    { firstMs: 0 },
  );
  return {
    start: sweep.start,
    async stop() {
      isStopping = true;
      await sweep.stop();
      await Promise.allSettled([...running.values()].map(waitForEnd));
      isStopping = false;
    },
  };
}

function waitForEnd({ ended, stopMs }: { ended: Promise<void>; stopMs?: number }): Promise<void> {
  if (stopMs === undefined) return ended;
  return Promise.race([ended, wait(stopMs, undefined, { ref: false })]);
}
