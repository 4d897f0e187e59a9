import { describeSize } from 'shared/size-in-words';
import { findList } from '../core/access/find-list.server';
import { audit } from '../core/host/audit.server';
import { buildTrail } from '../core/list/list-trail.server';
import { formatMoment } from '../core/server/format-moment.server';
import { refuseRequest } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { checkExportRight } from '../core/session/permissions';
import { getUserKey } from '../core/session/user-key.server';
import { formats } from './export-format';
import { findFile, type StoredExport } from './export-store.server';

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
export function summarizeFile(file: StoredExport): FileSummary {
  const { token, result, expiresAt } = file;
  const { filename, list, format } = file.content;
  return {
    href: `/exported/${token}`,
    filename,
    list,
    format: formats[format].label,
    state: !result ? 'making' : result.ok ? 'ready' : 'failed',
    until: formatMoment(expiresAt, 'date-time'),
  };
}

/** Returns the user's file with this token. Throws a 404 response if there is none, or if it was deleted. */
export async function requireFile({ user }: SignedIn, token: string): Promise<StoredExport> {
  const file = await findFile({ owner: getUserKey(user), token });
  if (file) return file;
  refuseRequest(
    404,
    'This file is no longer stored. Files are deleted after 24 hours. Export the list again.',
  );
}

/** Loads the page of a file: its progress, the links to download it, or the reason why it was not made. */
export async function loadFile(signedIn: SignedIn, token: string) {
  const file = await requireFile(signedIn, token);
  const { result, rowsDone } = file;
  const { path, search, list, total, isFull, exportId } = file.content;
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
  if (!result.ok) return { ...page, failure: result.error };
  // The role may have lost the right since the file was made.
  const right = checkExportRight(signedIn.user, isFull);
  if (!right.ok) return { ...page, failure: right.error };
  const { rows, bytes, sha256, notice } = result.value;
  return {
    ...page,
    file: { rows, size: describeSize(bytes), sha256, exportId, notice },
  };
}

export type FileView = Awaited<ReturnType<typeof loadFile>>;
