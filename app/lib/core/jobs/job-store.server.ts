import { randomBytes } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import type { Result } from 'shared/result';
import { z } from 'zod';
import { getLatestMoment } from '../server/present';
import { getStore } from '../server/store.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';
import type { AnyJobKind, JobKind } from './job-kind';

const TOKEN_BYTES = 24;
const failureSchema = z.object({ failure: z.string() });

/** A job as it is stored. */
export interface Job<Content, Output> {
  token: string;
  owner: string;
  /** The name of an entity, or the path of a list. */
  subject: string;
  state: 'waiting' | 'running' | 'ended';
  content: Content;
  /** The output of the job, or the reason why it failed. Undefined until the job has ended. */
  result: Result<Output, string> | undefined;
  /** The number of rows that are done. */
  rowsDone: number;
  runner: string | undefined;
  /** The time until which the job is stored, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Identifies a stored job. */
export interface JobRef {
  /** The user's key. */
  owner: string;
  token: string;
}

interface NewJob<Content> {
  /** Undefined for a job of the panel itself. */
  user?: Pick<SignedInUser, 'id' | 'username'>;
  content: Content;
  subject?: string;
  /** If another job has this key, nothing is stored. */
  key?: string;
  /** The number of rows to process, for the progress. */
  total?: number;
  token?: string;
  /** The name of this process as a lock owner, if it runs the job at once. Otherwise, the job waits. */
  runner?: string;
  /** The time in milliseconds until the first attempt is due. */
  waitMs?: number;
  /** The transaction that stores the job. */
  db?: Kysely<StudyTables>;
}

/**
 * Stores a job, and returns its token. If another job has the key, stores nothing, and the returned token has no job.
 * Deletes the owner's oldest jobs of this kind if there are too many.
 */
export async function storeJob<Content, Output>(
  kind: JobKind<Content, Output>,
  {
    user,
    content,
    subject = '',
    key,
    total = 0,
    token = createToken(),
    runner,
    waitMs = 0,
    db,
  }: NewJob<Content>,
): Promise<string> {
  const owner = user ? getUserKey(user) : '';
  if (kind.maxStored !== undefined) await makeRoom(kind.name, owner, kind.maxStored);
  const now = Date.now();
  await (db ?? (await getStore()))
    .insertInto('job')
    .values({
      ...{ token, kind: kind.name, owner, subject, result: null, done: 0, total },
      username: user ? sealUsername(kind, { owner, token }, user) : '',
      content: kind.sealer.seal(JSON.stringify(content), [owner, token]),
      ...{ state: runner === undefined ? 'waiting' : 'running', runner: runner ?? null },
      ...{ unique_key: key ?? null, due_at: kind.attempts ? now + waitMs : null },
      ...{ created_at: now, expires_at: now + kind.keepMs },
    })
    .onConflict((same) => same.column('unique_key').doNothing())
    .execute();
  return token;
}

/** Returns a new token for a job. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Encrypts the name of a job's user. Administrators see it on the page of jobs. */
export function sealUsername(
  { sealer }: AnyJobKind,
  { owner, token }: JobRef,
  { username }: Pick<SignedInUser, 'username'>,
): string {
  return sealer.seal(username, [owner, token, 'username']);
}

/** Returns a user's job, or undefined if it is not stored or cannot be decrypted. */
export async function readJob<Content, Output>(
  kind: JobKind<Content, Output>,
  { owner, token }: JobRef,
): Promise<Job<Content, Output> | undefined> {
  const row = await (await selectStored(kind, owner)).where('token', '=', token).executeTakeFirst();
  return row && readRow(kind, row);
}

/** Returns a user's jobs of a kind, the newest first. */
export async function listJobs<Content, Output>(
  kind: JobKind<Content, Output>,
  owner: string,
): Promise<Job<Content, Output>[]> {
  const rows = await (await selectStored(kind, owner)).execute();
  return rows.flatMap((row) => readRow(kind, row) ?? []);
}

async function selectStored({ name }: AnyJobKind, owner: string) {
  return (await selectJobs()).where('kind', '=', name).where('owner', '=', owner);
}

/**
 * Returns the query for the jobs that have not expired, the newest first. Leaves out jobs from the future, which a
 * wrong clock has stored, unless the panel runs them by itself.
 */
export async function selectJobs() {
  const now = Date.now();
  return (await getStore())
    .selectFrom('job')
    .selectAll()
    .where('expires_at', '>', now)
    .where(({ eb, or }) =>
      or([eb('created_at', '<=', getLatestMoment(now)), eb('due_at', 'is not', null)]),
    )
    .orderBy('created_at', 'desc');
}

/** Returns the decrypted content of a job, or undefined if it cannot be decrypted or does not match the schema. */
export function readContent<Content>(
  { sealer, contentSchema }: Pick<JobKind<Content, unknown>, 'sealer' | 'contentSchema'>,
  { token, owner, content }: Pick<StudyTables['job'], 'token' | 'owner' | 'content'>,
): Content | undefined {
  // The jobs that migrations have made of mails have no content.
  const text = content === '' ? '{}' : sealer.unseal(content, [owner, token])?.toString();
  return text === undefined ? undefined : contentSchema.safeParse(JSON.parse(text)).data;
}

function readRow<Content, Output>(
  kind: JobKind<Content, Output>,
  row: Selectable<StudyTables['job']>,
): Job<Content, Output> | undefined {
  const { token, owner, subject, state, done } = row;
  const content = readContent(kind, row);
  if (content === undefined) return undefined;
  const isEnded = state === 'done' || state === 'failed';
  const result = isEnded ? readResult(kind, row) : undefined;
  if (isEnded && !result) return undefined;
  return {
    ...{ token, owner, subject, content, result, rowsDone: done },
    state: isEnded ? 'ended' : state === 'running' ? 'running' : 'waiting',
    runner: row.runner ?? undefined,
    expiresAt: Number(row.expires_at),
  };
}

function readResult<Content, Output>(
  kind: JobKind<Content, Output>,
  { token, owner, state, result }: Selectable<StudyTables['job']>,
): Result<Output, string> | undefined {
  if (result === null && state === 'failed') return { ok: false, error: kind.failures.stopped };
  const text = result === null ? '{}' : kind.sealer.unseal(result, [owner, token, 'result']);
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text.toString());
  const failure = failureSchema.safeParse(value);
  if (failure.success) return { ok: false, error: failure.data.failure };
  const done = kind.outputSchema.safeParse(value);
  return done.success ? { ok: true, value: done.data } : undefined;
}

/**
 * Marks a waiting job as running, and counts an attempt. Returns false if the job was deleted, is not waiting, or has
 * had another number of attempts than `attempts`.
 */
export async function claimJob(token: string, runner: string, attempts = 0): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('job')
    .set({ state: 'running', runner, attempts: attempts + 1 })
    .where('token', '=', token)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Makes a running job wait for its next attempt. Returns false if `runner` does not run it, or if no attempt is left.
 */
export async function postponeJob(
  { attempts }: AnyJobKind,
  { token, runner }: { token: string; runner: string },
  waitMs = attempts?.everyMs ?? 0,
): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('job')
    .set({ state: 'waiting', runner: null, due_at: Date.now() + waitMs })
    .where('token', '=', token)
    .where('state', '=', 'running')
    .where('runner', '=', runner)
    .$if(attempts?.max !== undefined, (query) => query.where('attempts', '<', attempts?.max ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns the jobs of a kind whose next attempt is due at `now`. A job that is due much later than one interval is
 * returned too, because a wrong clock has stored its time.
 */
export async function listDueJobs(
  { name, attempts }: AnyJobKind,
  now: number,
): Promise<Selectable<StudyTables['job']>[]> {
  return (await getStore())
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', name)
    .where('state', '=', 'waiting')
    .where(({ eb, or }) =>
      or([
        eb('due_at', '<=', now),
        eb('due_at', '>', getLatestMoment(now + (attempts?.everyMs ?? 0))),
      ]),
    )
    .orderBy('created_at')
    .execute();
}

/**
 * Marks a running job as done or failed. With `runner`, does so only if that process runs the job. Without `result`,
 * the outcome is unknown, for example because the process has ended, and the job counts as failed.
 */
export async function finishJob<Output>(
  { name, sealer, makesParts }: AnyJobKind,
  { owner, token, runner }: JobRef & { runner?: string },
  result?: Result<Output, string>,
): Promise<void> {
  const db = await getStore();
  const isDone = result?.ok === true;
  const value = result && (result.ok ? result.value : { failure: result.error });
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      state: isDone ? 'done' : 'failed',
      result: value ? sealer.seal(JSON.stringify(value), [owner, token, 'result']) : null,
    })
    .where('token', '=', token)
    .where('kind', '=', name)
    .where('state', '=', 'running')
    .$if(runner !== undefined, (query) => query.where('runner', '=', runner ?? ''))
    .executeTakeFirst();
  // If no row was updated, the job may be done, and its parts are then the output.
  if (makesParts && !isDone && numUpdatedRows > 0n)
    await db.deleteFrom('job_part').where('token', '=', token).execute();
}

/** Deletes a user's job with its parts. A process that runs the job stops at its next part. */
export async function deleteJob({ owner, token }: JobRef): Promise<void> {
  await (await getStore())
    .deleteFrom('job')
    .where('owner', '=', owner)
    .where('token', '=', token)
    .execute();
}

/**
 * Deletes the jobs that have expired. Also deletes jobs from the future, which a wrong clock has stored, unless the
 * panel runs them by itself.
 */
export async function deleteExpiredJobs(): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom('job')
    .where(({ eb, or }) =>
      or([
        eb('expires_at', '<=', now),
        eb('due_at', 'is', null).and('created_at', '>', getLatestMoment(now)),
      ]),
    )
    .execute();
}

/** Deletes the owner's oldest jobs of a kind that are not running, so that one more can be stored. */
async function makeRoom(name: string, owner: string, maxStored: number): Promise<void> {
  await deleteExpiredJobs();
  const db = await getStore();
  const newest = db
    .selectFrom('job')
    .select('token')
    .where('owner', '=', owner)
    .where('kind', '=', name)
    .orderBy('created_at', 'desc')
    .limit(maxStored - 1);
  await db
    .deleteFrom('job')
    .where('owner', '=', owner)
    .where('kind', '=', name)
    .where('state', '!=', 'running')
    .where('token', 'not in', newest)
    .execute();
}
