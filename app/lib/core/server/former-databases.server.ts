import { utimesSync } from 'node:fs';
import path from 'node:path';
import { deleteFormerFiles, findFormerFolder } from 'backend/db/conversion/convert-files';
import { formatDate } from 'shared/list/format-date';
import { every } from './background-task.server';
import { config } from './config.server';
import { log } from './log.server';
import { getLatestMoment } from './present';

const HOUR_MS = 3_600_000;
/** The time in milliseconds for which the databases of an earlier version are kept after their conversion: 14 days. */
const KEEP_MS = 14 * 24 * HOUR_MS;

/** Deletes the databases of an earlier version 14 days after they were converted. */
export const formerTask = every(
  HOUR_MS,
  'the deletion of the databases of an earlier version',
  async () => deleteOldFormer(),
  { firstMs: 60_000 },
);

/** Deletes the databases of an earlier version if they are older than 14 days. */
export function deleteOldFormer(now = Date.now()): void {
  const former = findFormer();
  if (!former) return;
  // A time in the future was set by a wrong clock. The 14 days then begin now.
  if (former.since.getTime() > getLatestMoment(now))
    utimesSync(former.folder, now / 1_000, now / 1_000);
  else if (now - former.since.getTime() >= KEEP_MS) deleteFormer();
}

/** Deletes the databases of an earlier version, if there are any: they contain what is erased. */
export function deleteFormer(): void {
  if (!findFormer()) return;
  deleteFormerFiles(path.resolve(config.DATA_DIR));
  log.info('the databases of an earlier version were deleted');
}

/** Returns a sentence about the databases of an earlier version, or undefined if there are none. */
export function describeFormer(): string | undefined {
  const former = findFormer();
  if (!former) return undefined;
  const end = new Date(former.since.getTime() + KEEP_MS).toISOString();
  const until = formatDate(end, 'date', config.STUDY_TIME_ZONE);
  return `The databases of the earlier version are in ${former.folder}. They are deleted on ${until}, and at once with the next erasure of a participant.`;
}

function findFormer() {
  return config.DATABASE_URL ? undefined : findFormerFolder(path.resolve(config.DATA_DIR));
}
