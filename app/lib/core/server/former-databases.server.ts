import path from 'node:path';
import {
  deleteFormerFiles,
  deleteOldFormerFiles,
  findFormerFolder,
} from 'backend/db/conversion/former-files';
import { formatDate } from 'shared/list/format-date';
import { every } from './background-task.server';
import { config } from './config.server';

const HOUR_MS = 3_600_000;

/** Deletes the databases of an earlier version 14 days after they were converted. */
export const formerTask = every(
  HOUR_MS,
  'the deletion of the databases of an earlier version',
  async () => deleteOldFormerFiles(getDataFolder()),
  { firstMs: 60_000 },
);

/** Deletes the databases of an earlier version, if there are any: they contain what is erased. */
export function deleteFormer(): void {
  deleteFormerFiles(getDataFolder());
}

/** Returns a sentence about the databases of an earlier version, or undefined if there are none. */
export function describeFormer(): string | undefined {
  const former = findFormerFolder(getDataFolder());
  if (!former) return undefined;
  const until = formatDate(former.until.toISOString(), 'date', config.STUDY_TIME_ZONE);
  return `The databases of the earlier version are in ${former.folder}. They are deleted on ${until}, and at once with the next erasure of a participant.`;
}

function getDataFolder(): string {
  return path.resolve(config.DATA_DIR);
}
