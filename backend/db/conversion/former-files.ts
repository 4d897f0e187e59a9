import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** The databases of earlier versions: the host's and the panel's. */
export const FORMER_FILES = ['host.sqlite', 'panel.sqlite'] as const;
export type FormerFile = (typeof FORMER_FILES)[number];

/** The folder, in the data folder, to which a conversion moves the former databases. */
export const FORMER_FOLDER = 'former';

/** The time in milliseconds for which former databases are kept after their conversion: 14 days. */
const KEEP_MS = 14 * 86_400_000;
/** The maximum time in milliseconds by which the clock of another process may be ahead. */
const TOLERANCE_MS = 60_000;

/** Returns where the former databases of a data folder are, and until when. Returns undefined if there are none. */
export function findFormerFolder(dir: string): { folder: string; until: Date } | undefined {
  const folder = path.join(dir, FORMER_FOLDER);
  if (!existsSync(folder)) return undefined;
  return { folder, until: new Date(statSync(folder).mtimeMs + KEEP_MS) };
}

/** Deletes the former databases of a data folder, if there are any. */
export function deleteFormerFiles(dir: string): void {
  rmSync(path.join(dir, FORMER_FOLDER), { recursive: true, force: true });
}

/** Deletes the former databases of a data folder if they were converted more than 14 days ago. */
export function deleteOldFormerFiles(dir: string, now = Date.now()): void {
  const former = findFormerFolder(dir);
  if (!former) return;
  // A time in the future was set by a wrong clock. The 14 days then begin now.
  if (former.until.getTime() > now + KEEP_MS + TOLERANCE_MS)
    utimesSync(former.folder, now / 1_000, now / 1_000);
  else if (former.until.getTime() <= now) deleteFormerFiles(dir);
}
