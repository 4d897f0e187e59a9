import { z } from 'zod';
import { countBin, purgeBin } from '../backend/bin/purge';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { readSettings } from '../shared/settings/read';
import { type BinSettings, binSettings } from '../shared/settings/settings';
import { removeDeleted, withStudyDatabase } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

const daysSchema = z.coerce.number().int().min(0).max(36_500);

/**
 * Runs `npm run bin:purge`: permanently deletes the records in the bin that were deleted at least BIN_DAYS days ago, or
 * as many days ago as the options say. On SQLite, then rewrites the database file, so that the file no longer contains
 * the deleted records.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = readArguments('bin:purge', args);
  const settings = readSettings(binSettings, process.env);
  const days = readDays(values.all, values['older-than-days'], settings.BIN_DAYS);
  await withoutStatementLimit(() => purge(settings, days));
}

function readDays(all: boolean, given: string | undefined, preset: number): number {
  if (all && given !== undefined)
    throw new UsageError('Give --all or --older-than-days', 'bin:purge');
  if (all) return 0;
  if (given === undefined) return preset;
  const days = daysSchema.safeParse(given === '' ? undefined : given);
  if (!days.success) throw new UsageError('The number of days must be a whole number', 'bin:purge');
  return days.data;
}

async function purge(settings: BinSettings, days: number): Promise<void> {
  await withStudyDatabase(settings, async (db) => {
    const purged = await purgeBin(db, days, new Date());
    print(`Deleted for good: ${purged}. Still in the bin: ${await countBin(db)}.`);
    await removeDeleted(db, settings);
  });
}
