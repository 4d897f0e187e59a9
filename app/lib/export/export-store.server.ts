import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deleteOldWork } from '../server/delete-old-work.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import type { ExportFormat } from './export-format';

/** The time in milliseconds for which a file is stored: a day. */
export const KEEP_MS = 24 * 3_600_000;
/** The maximum number of files of a user. A further file replaces the oldest one that is not being made. */
const MAX_FILES = 10;
const TOKEN_BYTES = 24;

const { seal, unseal } = makeSealer('exported files');

const contentSchema = z.object({
  exportId: z.string(),
  /** The path of the list, without the slash at its beginning. */
  path: z.string(),
  /** The state of the list, as the query of its address. */
  search: z.string(),
  list: z.string(),
  format: z.custom<ExportFormat>((value) => typeof value === 'string'),
  filename: z.string(),
  total: z.number(),
  /** True if the file has values that identify people, or free text. */
  isFull: z.boolean().default(true),
});
export type FileContent = z.infer<typeof contentSchema>;

const resultSchema = z.union([
  z.object({
    rows: z.number(),
    bytes: z.number(),
    sha256: z.string(),
    readme: z.string(),
    notice: z.string().optional(),
  }),
  z.object({ failure: z.string() }),
]);
export type FileResult = Exclude<z.infer<typeof resultSchema>, { failure: string }>;

/** A file that a user has exported. */
export interface ExportedFile extends FileContent {
  token: string;
  owner: string;
  runner: string;
  rowsDone: number;
  createdAt: number;
  /** Undefined while the file is being made. */
  result: z.infer<typeof resultSchema> | undefined;
}

/** Stores a file that is about to be made. Returns its token. */
export async function storeFile(
  owner: string,
  runner: string,
  content: FileContent,
): Promise<string> {
  await forgetOld(owner);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await (await getStore())
    .insertInto('exported_file')
    .values({
      ...{ token, owner, runner, state: 'making', result: null, rows_done: 0 },
      content: seal(JSON.stringify(content), [owner, token]),
      created_at: Date.now(),
    })
    .execute();
  return token;
}

/** Returns the owner's files that are not too old, the newest first. With `token`, returns only that file. */
export async function listFiles(owner: string, token?: string): Promise<ExportedFile[]> {
  let query = (await getStore())
    .selectFrom('exported_file')
    .selectAll()
    .where('owner', '=', owner)
    .where('created_at', '>', Date.now() - KEEP_MS)
    .where('created_at', '<=', getLatestMoment())
    .orderBy('created_at', 'desc');
  if (token !== undefined) query = query.where('token', '=', token);
  const rows = await query.execute();
  return rows.flatMap((row) => {
    const read = (text: string, kind: string[]) => {
      const content = unseal(text, [owner, row.token, ...kind]);
      return content && JSON.parse(content.toString());
    };
    const content = contentSchema.safeParse(read(row.content, [])).data;
    if (!content) return [];
    const result =
      row.result === null ? undefined : resultSchema.safeParse(read(row.result, ['result'])).data;
    if (row.result !== null && !result) return [];
    const { runner, rows_done: rowsDone } = row;
    const createdAt = Number(row.created_at);
    return [{ ...content, token: row.token, owner, runner, rowsDone, createdAt, result }];
  });
}

/** Stores the number of rows that have been written. Returns false if the file has been deleted. */
export async function noteRowsDone(token: string, rows: number): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('exported_file')
    .set({ rows_done: rows })
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Offers a complete file to its user. Returns false if the file has been deleted. */
export async function completeFile(
  owner: string,
  token: string,
  result: FileResult,
): Promise<boolean> {
  return endFile(owner, token, 'ready', result);
}

/** Stores the reason why a file could not be made, and deletes what has been written. */
export async function failFile(owner: string, token: string, failure: string): Promise<void> {
  await (await getStore()).deleteFrom('exported_part').where('token', '=', token).execute();
  await endFile(owner, token, 'failed', { failure });
}

async function endFile(owner: string, token: string, state: string, result: object) {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('exported_file')
    .set({ state, result: seal(JSON.stringify(result), [owner, token, 'result']) })
    .where('token', '=', token)
    .where('state', '=', 'making')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a file of the owner, and its parts. */
export async function deleteFile(owner: string, token: string): Promise<void> {
  await (await getStore())
    .deleteFrom('exported_file')
    .where('owner', '=', owner)
    .where('token', '=', token)
    .execute();
}

/** The reason why a file was not made, if its process has ended. */
export const STOPPED = 'The panel was stopped before the file was complete. Export the list again.';

/** Deletes old files, and the owner's oldest files so that one more can be stored. */
export function forgetOld(owner: string): Promise<void> {
  return deleteOldWork('exported_file', owner, { keepMs: KEEP_MS, max: MAX_FILES, busy: 'making' });
}
