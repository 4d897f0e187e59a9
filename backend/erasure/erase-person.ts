import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Person } from 'shared/erasure/person';
import { transact } from '../db/transaction';
import type { Database } from '../db/types';
import { fileUsers } from '../entities/upload';
import { UNDER_WAY } from '../import/job-store';
import { deleteRecords, findPersonRecords } from './person-tables';

/** Returns whether an import is being checked or written. Its records could name a person who is being erased. */
export async function isImporting(db: Database): Promise<boolean> {
  const job = await db
    .selectFrom('import_job')
    .select('job_id')
    .where('state', 'in', [...UNDER_WAY])
    .executeTakeFirst();
  return job !== undefined;
}

/** Finds the uploaded files among `paths` that no facility and no resource uses. */
export async function findUnusedUploads(db: Database, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom('upload')
    .select('upload_path')
    .where('upload_path', 'in', [...paths])
    .where(({ not, exists }) => not(exists(fileUsers)))
    .execute();
  return rows.flatMap(({ upload_path }) => (upload_path ? [upload_path] : []));
}

/**
 * Deletes all records of a person in one transaction, and the uploaded files `uploads`. Repeating an interrupted
 * erasure completes it: a file is deleted before its record.
 */
export async function erasePerson(
  db: Database,
  person: Person,
  { uploads, filesDir }: { uploads: readonly string[]; filesDir: string },
): Promise<void> {
  for (const name of uploads) await rm(path.join(filesDir, path.basename(name)), { force: true });
  await transact(db, async (transaction) => {
    await deleteRecords(transaction, await findPersonRecords(transaction, person));
    if (uploads.length > 0)
      await transaction
        .deleteFrom('upload')
        .where('upload_path', 'in', [...uploads])
        .execute();
  });
}
