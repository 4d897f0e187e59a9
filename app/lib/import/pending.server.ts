import { randomUUID } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import { listTexts } from 'shared/erasure/person';
import { z } from 'zod';
import {
  addDigests,
  computeMentionDigests,
  storeDigests,
} from '../core/digests/item-digests.server';
import { Mentions } from '../core/digests/mentions.server';
import type { ImportFile } from '../core/host/import-job';
import { choicesSchema, type ImportJob, isUnderWay, jobSchema } from '../core/host/import-job';
import type { AnyJobKind } from '../core/jobs/job-kind';
import { deleteExpiredJobs, sealUsername } from '../core/jobs/job-store.server';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';
import { collectFile } from './import-mentions.server';

/** The time in milliseconds for which an import is stored after the latest change of its state: half an hour. */
const KEEP_MS = 30 * 60_000;
/** Identifies this process, because an import that another process sent may have lost its process. */
const PROCESS = randomUUID();
/**
 * The number of bytes that are encrypted and stored in one piece. A file of 10 MB in one piece would delay other
 * requests.
 */
const PART_BYTES = 256 * 1024;

const noteSchema = z.object({
  fileName: z.string(),
  /** The choices for the suspicious values of columns that the check applied. */
  choices: choicesSchema.optional(),
  /** The last known state of the check or the import. */
  job: jobSchema,
  /**
   * The time at which the file was sent to the host, in milliseconds since the epoch. Undefined after the host's
   * response.
   */
  sentAt: z.number().optional(),
  /** The process that stored this state. Earlier versions did not store it. */
  process: z.string().optional(),
  /** The id of an import that the host may have received, although the host's response did not arrive. */
  lostId: z.string().optional(),
});

type ImportNote = z.infer<typeof noteSchema>;

/**
 * Imports of files. The host does the work, and the panel stores what it knows of it. The parts of a job are those of the
 * file.
 */
export const importJobs: AnyJobKind = {
  name: 'import',
  title: 'Import',
  contentSchema: noteSchema,
  describe: (content, { token }) => ({
    what: noteSchema.parse(content).fileName,
    href: `/import/${token}`,
  }),
  sealer: makeSealer('pending imports'),
};
const { seal, unseal } = importJobs.sealer;

/** A stored import of a user. Its file is being checked or imported, or this has ended a short time ago. */
export interface PendingImport extends ImportNote {
  user: SignedInUser;
  token: string;
  list: string;
  /** The time until which the import is stored, in milliseconds since the epoch. */
  until: number;
  /** The encrypted state as it is stored, which differs after each change. */
  version: string;
}

/** Stores a file before it is checked: encrypted, under a token, for half an hour. */
export async function storeImport(
  user: SignedInUser,
  token: string,
  list: string,
  { name, bytes }: ImportFile,
  job: ImportJob,
): Promise<PendingImport> {
  const db = await getStore();
  const created_at = Date.now();
  const note: ImportNote = { fileName: name, job, sentAt: created_at, process: PROCESS };
  const owner = getUserKey(user);
  const report = seal(JSON.stringify(note), [owner, token]);
  await db
    .insertInto('job')
    .values({
      ...{ token, kind: importJobs.name, owner, subject: list },
      username: sealUsername(importJobs, { owner, token }, user),
      ...{ unique_key: null, state: nameState(job), content: report, result: null },
      ...{ done: 0, total: 0, runner: null, created_at, expires_at: created_at + KEEP_MS },
    })
    .execute();
  for (let n = 0; n * PART_BYTES < bytes.byteLength; n += 1) {
    const piece = bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
    const content = seal(piece, [owner, token, String(n)]);
    const part = { token, n, content, outcome: null, note: null };
    await db.insertInto('job_part').values(part).execute();
    await new Promise(setImmediate);
  }
  const mentions = await collectFile(list, bytes);
  mentions.addTexts([name]);
  await storeDigests(db, 'job', token, await computeMentionDigests(mentions));
  return { user, token, list, version: report, until: created_at + KEEP_MS, ...note };
}

/** Returns the tokens of a user's imports, starting with the oldest one. */
export async function listPendingTokens(user: SignedInUser): Promise<string[]> {
  await deleteExpiredJobs();
  const mine = await (await getStore())
    .selectFrom('job')
    .select('token')
    .where('kind', '=', importJobs.name)
    .where('owner', '=', getUserKey(user))
    .orderBy('created_at')
    .execute();
  return mine.map(({ token }) => token);
}

/** Returns the import that this user stored under the token, or undefined if there is none. */
export async function readPendingImport(
  user: SignedInUser,
  token: string,
): Promise<PendingImport | undefined> {
  await deleteExpiredJobs();
  const row = await (await getStore())
    .selectFrom('job')
    .select(['subject', 'content', 'expires_at'])
    .where('kind', '=', importJobs.name)
    .where('owner', '=', getUserKey(user))
    .where('token', '=', token)
    .executeTakeFirst();
  const note = row && unseal(row.content, [getUserKey(user), token]);
  const known = note && noteSchema.safeParse(JSON.parse(note.toString())).data;
  if (!row || !known) return undefined;
  const until = Number(row.expires_at);
  return { user, token, list: row.subject, version: row.content, until, ...known };
}

/** Returns the bytes of the file that this user stored under the token, or undefined if there is none. */
export async function readPendingBytes(
  user: SignedInUser,
  token: string,
): Promise<Buffer | undefined> {
  const owner = getUserKey(user);
  const db = await getStore();
  const parts: Buffer[] = [];
  for (;;) {
    const n = parts.length;
    const row = await db
      .selectFrom('job_part')
      .select('content')
      .where('token', '=', token)
      .where('n', '=', n)
      .executeTakeFirst();
    const part = row && unseal(row.content, [owner, token, String(n)]);
    if (!part) return n === 0 ? undefined : Buffer.concat(parts);
    parts.push(part);
    await new Promise(setImmediate);
  }
}

/**
 * Stores the next state of an import for another half hour. Deletes the file if the import has ended. Returns
 * undefined, and stores nothing, if another request has changed the state since it was read.
 */
export async function notePending(
  { user, token, list, fileName, choices, version }: PendingImport,
  next: Omit<ImportNote, 'fileName' | 'process'>,
): Promise<PendingImport | undefined> {
  const db = await getStore();
  const note: ImportNote = { fileName, choices, ...next, process: PROCESS };
  const until = Date.now() + KEEP_MS;
  const content = seal(JSON.stringify(note), [getUserKey(user), token]);
  const mentions = new Mentions();
  mentions.addTexts(listTexts(note));
  await addDigests(db, 'job', token, await computeMentionDigests(mentions));
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ content, state: nameState(note.job), expires_at: until })
    .where('token', '=', token)
    .where('content', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  if (note.job.state !== 'checked' && !isUnderWay(note.job))
    await db.deleteFrom('job_part').where('token', '=', token).execute();
  return { user, token, list, version: content, until, ...note };
}

/** Returns whether this process stored the state of an import, and so may still be sending its file. */
export function isFromThisProcess({ process }: PendingImport): boolean {
  return process === PROCESS;
}

/**
 * Deletes an import and its file. Returns false, and deletes nothing, if another request has changed or deleted the
 * import since it was read.
 */
export async function forgetPending({ token, version }: PendingImport): Promise<boolean> {
  const { numDeletedRows } = await (await getStore())
    .deleteFrom('job')
    .where('token', '=', token)
    .where('content', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the state of an import as all jobs have it. */
function nameState(job: ImportJob): StudyTables['job']['state'] {
  if (isUnderWay(job)) return 'running';
  if (job.state === 'checked') return 'waiting';
  return job.state === 'done' ? 'done' : 'failed';
}
