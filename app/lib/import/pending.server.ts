import { randomBytes } from 'node:crypto';
import { sealer } from '../auth/seal.server';
import { panelStore } from '../store/store.server';
import { type ImportReport, reportSchema } from './report';
import type { ImportFile } from './send-import.server';

/** How long a checked file waits for its import, and a result for a second look. */
const KEEP_MS = 30 * 60_000;
const { seal, unseal } = sealer('pending imports');

export interface PendingImport {
  list: string;
  report: ImportReport;
  /** Undefined once it has been imported. */
  file?: ImportFile;
}

/**
 * Keeps a checked file, encrypted, until its user imports it or half an hour has passed; the token that
 * names it. A user has one at a time.
 */
export async function keepImport(
  username: string,
  list: string,
  file: ImportFile,
  report: ImportReport,
): Promise<string> {
  const db = await panelStore();
  const token = randomBytes(24).toString('base64url');
  await forgetOld();
  await db.deleteFrom('pending_import').where('username', '=', username).execute();
  const name = Buffer.from(`${file.name.replaceAll('\n', ' ')}\n`);
  const row = {
    token,
    username,
    list,
    content: seal(Buffer.concat([name, file.bytes]), [username, token]),
    report: seal(JSON.stringify(report), [username, token]),
    created_at: Date.now(),
  };
  await db.insertInto('pending_import').values(row).execute();
  return token;
}

/** The file that waits under this token, for the user who brought it. */
export async function pendingImport(
  username: string,
  token: string,
): Promise<PendingImport | undefined> {
  await forgetOld();
  const row = await (await panelStore())
    .selectFrom('pending_import')
    .select(['list', 'content', 'report'])
    .where('username', '=', username)
    .where('token', '=', token)
    .executeTakeFirst();
  const report = row && unseal(row.report, [username, token]);
  if (!row || !report) return undefined;
  const found = { list: row.list, report: reportSchema.parse(JSON.parse(report.toString())) };
  const content = row.content === null ? undefined : unseal(row.content, [username, token]);
  if (!content) return found;
  const end = content.indexOf('\n');
  return {
    ...found,
    file: { name: content.subarray(0, end).toString(), bytes: content.subarray(end + 1) },
  };
}

/** What the import found; `done` forgets the file. */
export async function reportImport(
  username: string,
  token: string,
  report: ImportReport,
  { done }: { done: boolean },
): Promise<void> {
  await (await panelStore())
    .updateTable('pending_import')
    .set({
      report: seal(JSON.stringify(report), [username, token]),
      ...(done ? { content: null } : {}),
    })
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
