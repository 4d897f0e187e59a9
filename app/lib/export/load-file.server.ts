import { describeSize } from 'shared/size-in-words';
import { findList } from '../access/find-list.server';
import { audit } from '../host/audit.server';
import { buildTrail } from '../list/list-trail.server';
import { formatMoment } from '../server/format-moment.server';
import type { SignedIn } from '../session/guard.server';
import { findExportRefusal } from '../session/permissions';
import { getUserKey } from '../session/user-key.server';
import { formats } from './export-format';
import { type ExportedFile, failFile, KEEP_MS, listFiles } from './export-store.server';
import { failures } from './make-file.server';
import { isAbandoned } from './run-export.server';

/** The number of seconds after which a page without script reloads itself. */
const REFRESH_SECONDS = 3;

/** The state of a file, as pages show it. */
export interface FileSummary {
  /** The address of the file's page. */
  href: string;
  filename: string;
  list: string;
  format: string;
  state: 'making' | 'ready' | 'failed';
  /** The time at which the file is deleted. */
  until: string;
}

/** Returns the state of a file for pages. */
export function summarizeFile(file: ExportedFile): FileSummary {
  const { token, filename, list, format, result, createdAt } = file;
  return {
    href: `/exported/${token}`,
    filename,
    list,
    format: formats[format].label,
    state: !result ? 'making' : 'failure' in result ? 'failed' : 'ready',
    until: formatMoment(createdAt + KEEP_MS, 'date-time'),
  };
}

/** Returns the user's file with this token. Throws a 404 response if there is none, or if it was deleted. */
export async function requireFile({ user }: SignedIn, token: string): Promise<ExportedFile> {
  const owner = getUserKey(user);
  const [file] = await listFiles(owner, token);
  if (!file)
    throw new Response(
      'This file is no longer stored. Files are deleted after 24 hours. Export the list again.',
      { status: 404 },
    );
  if (!(await isAbandoned(file))) return file;
  await failFile(owner, token, failures.stopped);
  return (await listFiles(owner, token))[0] ?? file;
}

/** Loads the page of a file: its progress, the links to download it, or the reason why it was not made. */
export async function loadFile(signedIn: SignedIn, token: string) {
  const file = await requireFile(signedIn, token);
  const { path, search, list, total, rowsDone, result } = file;
  const summary = summarizeFile(file);
  const title = `Export of ${list}`;
  const backHref = `/${path}${search ? `?${search}` : ''}`;
  const entity = await findList(signedIn, path);
  const page = {
    ...summary,
    title,
    trail: entity && buildTrail(entity, backHref, { title: 'Export' }),
    backHref,
    againHref: `/export-as${backHref}`,
    total,
    rowsDone,
  };
  // Views of a page that shows progress are not audited, because it reloads itself every few seconds.
  if (!result) return { ...page, refreshSeconds: REFRESH_SECONDS };
  const { username } = signedIn.user;
  audit({ username, title: list, action: 'View', description: `Viewed ${title}` });
  if ('failure' in result) return { ...page, failure: result.failure };
  // The role may have lost the right since the file was made.
  const refusal = findExportRefusal(signedIn.user, file.isFull);
  if (refusal) return { ...page, failure: refusal };
  const { rows, bytes, sha256, notice } = result;
  return {
    ...page,
    file: { rows, size: describeSize(bytes), sha256, exportId: file.exportId, notice },
  };
}

export type FileView = Awaited<ReturnType<typeof loadFile>>;
