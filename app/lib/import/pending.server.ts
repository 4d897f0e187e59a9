import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ImportFile } from '../host/import-job';
import { choicesSchema, type ImportJob, isUnderWay, jobSchema } from '../host/import-job';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';

/** The time in milliseconds for which an import is stored after the latest change of its state: half an hour. */
const KEEP_MS = 30 * 60_000;
/** Identifies this process, because an import that another process sent may have lost its process. */
const PROCESS = randomUUID();
/**
 * The number of bytes that are encrypted and stored in one piece. A file of 10 MB in one piece would delay other
 * requests.
 */
const PART_BYTES = 256 * 1024;
const { seal, unseal } = makeSealer('pending imports');

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
  const row = { token, username: owner, list, content: null, report, created_at };
  await db.insertInto('pending_import').values(row).execute();
  for (let n = 0; n * PART_BYTES < bytes.byteLength; n += 1) {
    const part = bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
    const content = seal(part, [owner, token, String(n)]);
    await db.insertInto('pending_import_part').values({ token, n, content }).execute();
    await new Promise(setImmediate);
  }
  return { user, token, list, version: report, until: created_at + KEEP_MS, ...note };
}

/** Returns the tokens of a user's imports, starting with the oldest one. */
export async function listPendingTokens(user: SignedInUser): Promise<string[]> {
  await forgetOld();
  const mine = await (await getStore())
    .selectFrom('pending_import')
    .select('token')
    .where('username', '=', getUserKey(user))
    .orderBy('created_at')
    .execute();
  return mine.map(({ token }) => token);
}

/** Returns the import that this user stored under the token, or undefined if there is none. */
export async function readPendingImport(
  user: SignedInUser,
  token: string,
): Promise<PendingImport | undefined> {
  await forgetOld();
  const row = await (await getStore())
    .selectFrom('pending_import')
    .select(['list', 'report', 'created_at'])
    .where('username', '=', getUserKey(user))
    .where('token', '=', token)
    .executeTakeFirst();
  const note = row && unseal(row.report, [getUserKey(user), token]);
  const known = note && noteSchema.safeParse(JSON.parse(note.toString())).data;
  if (!row || !known) return undefined;
  const until = Number(row.created_at) + KEEP_MS;
  return { user, token, list: row.list, version: row.report, until, ...known };
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
      .selectFrom('pending_import_part')
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
  const created_at = Date.now();
  const report = seal(JSON.stringify(note), [getUserKey(user), token]);
  const { numUpdatedRows } = await db
    .updateTable('pending_import')
    .set({ report, created_at })
    .where('token', '=', token)
    .where('report', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  if (note.job.state !== 'checked' && !isUnderWay(note.job))
    await db.deleteFrom('pending_import_part').where('token', '=', token).execute();
  return { user, token, list, version: report, until: created_at + KEEP_MS, ...note };
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
    .deleteFrom('pending_import')
    .where('token', '=', token)
    .where('report', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes imports that are older than KEEP_MS, or from the future because a clock was wrong. */
async function forgetOld(): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom('pending_import')
    .where(({ eb, or }) =>
      or([eb('created_at', '<', now - KEEP_MS), eb('created_at', '>', getLatestMoment(now))]),
    )
    .execute();
}
