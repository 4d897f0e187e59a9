import type { Database } from '../db/types';

/** The states of an import that is writing records or may start to write them. */
const WRITING = ['staging', 'applying'];

/** Returns whether an import is writing records of one of these entities, or may start to write them. */
export async function isImportRunning(
  db: Database,
  wireNames: readonly string[],
): Promise<boolean> {
  if (wireNames.length === 0) return false;
  const job = await db
    .selectFrom('import_job')
    .select('job_id')
    .where('wire_name', 'in', [...wireNames])
    .where('state', 'in', WRITING)
    .executeTakeFirst();
  return job !== undefined;
}
