import { z } from 'zod';
import { sealer } from '../auth/seal.server';
import { panelStore } from '../store/store.server';
import { type ImportJob, jobSchema } from './report';
import type { ImportFile } from './send-import.server';

/** How long a file is stored before its import, and a result after it. */
const KEEP_MS = 30 * 60_000;
/** Files that one user may have waiting; a further one replaces the oldest. */
const MAX_PENDING = 4;
/** How many bytes are encrypted and stored at once: 10 MB in one piece would hold up other requests. */
const PART_BYTES = 256 * 1024;
const { seal, unseal } = sealer('pending imports');

const noteSchema = z.object({
  fileName: z.string(),
  job: jobSchema,
  sentAt: z.number().optional(),
});

export interface PendingImport {
  list: string;
  fileName: string;
  /** The last known state of the check or the import. */
  job: ImportJob;
  /** When the import was sent to the host, in milliseconds, until the host has answered. */
  sentAt?: number;
}

/** Stores a file, encrypted, under a token for half an hour. A user has four at most. */
export async function keepImport(
  username: string,
  token: string,
  list: string,
  { name, bytes }: ImportFile,
  job: ImportJob,
): Promise<void> {
  const db = await panelStore();
  await forgetOld();
  await forgetAllBut(username, MAX_PENDING - 1);
  const report = seal(JSON.stringify({ fileName: name, job }), [username, token]);
  const row = { token, username, list, content: null, report, created_at: Date.now() };
  await db.insertInto('pending_import').values(row).execute();
  for (let n = 0; n * PART_BYTES < bytes.byteLength; n += 1) {
    const part = bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES);
    const content = seal(part, [username, token, String(n)]);
    await db.insertInto('pending_import_part').values({ token, n, content }).execute();
    await new Promise(setImmediate);
  }
}

/** Deletes a user's imports but for the newest ones: two tabs may check a file each. */
async function forgetAllBut(username: string, count: number): Promise<void> {
  const db = await panelStore();
  const mine = await db
    .selectFrom('pending_import')
    .select('token')
    .where('username', '=', username)
    .orderBy('created_at', 'desc')
    .execute();
  const old = mine.slice(count).map(({ token }) => token);
  if (old.length > 0) await db.deleteFrom('pending_import').where('token', 'in', old).execute();
}

/** Returns the import that is stored under this token, for the user who uploaded it. */
export async function pendingImport(
  username: string,
  token: string,
): Promise<PendingImport | undefined> {
  await forgetOld();
  const row = await (await panelStore())
    .selectFrom('pending_import')
    .select(['list', 'report'])
    .where('username', '=', username)
    .where('token', '=', token)
    .executeTakeFirst();
  const note = row && unseal(row.report, [username, token]);
  const known = note && noteSchema.safeParse(JSON.parse(note.toString())).data;
  return row && known && { list: row.list, ...known };
}

/** Returns the file itself, while it is stored. */
export async function pendingBytes(username: string, token: string): Promise<Buffer | undefined> {
  const db = await panelStore();
  const parts: Buffer[] = [];
  for (;;) {
    const n = parts.length;
    const row = await db
      .selectFrom('pending_import_part')
      .select('content')
      .where('token', '=', token)
      .where('n', '=', n)
      .executeTakeFirst();
    const part = row && unseal(row.content, [username, token, String(n)]);
    if (!part) return n === 0 ? undefined : Buffer.concat(parts);
    parts.push(part);
    await new Promise(setImmediate);
  }
}

/** Stores the state of the import, and deletes the file of one that is done. */
export async function notePending(
  username: string,
  token: string,
  { fileName, job, sentAt }: Omit<PendingImport, 'list'>,
): Promise<void> {
  const db = await panelStore();
  if (job.state === 'done')
    await db.deleteFrom('pending_import_part').where('token', '=', token).execute();
  await db
    .updateTable('pending_import')
    .set({ report: seal(JSON.stringify({ fileName, job, sentAt }), [username, token]) })
    .where('username', '=', username)
    .where('token', '=', token)
    .execute();
}

/** Deletes a file that could not be read. */
export async function forgetPending(username: string, token: string): Promise<void> {
  await (await panelStore())
    .deleteFrom('pending_import')
    .where('username', '=', username)
    .where('token', '=', token)
    .execute();
}

async function forgetOld(): Promise<void> {
  await (await panelStore())
    .deleteFrom('pending_import')
    .where('created_at', '<', Date.now() - KEEP_MS)
    .execute();
}
