import type { Updateable } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import type { StudyTables } from '../db/study-tables';
import type { Database } from '../db/types';
import { isImportRunning } from '../entities/import-running';
import { ImportError } from './import-error';
import type { ImportTable } from './import-table';
import type { ImportReport } from './report';

/**
 * The state of a check or an import. The file is read in `checking` and `staging`. In `applying` the import is
 * committed and its rows are being written to their table. All other states are final: `checked` for a check,
 * `refused` for an import with invalid rows.
 */
export type ImportState =
  | 'checking'
  | 'staging'
  | 'applying'
  | 'checked'
  | 'refused'
  | 'done'
  | 'failed'
  | 'cancelled';

/** The state and result of an import, for its page. */
export interface ImportJobView {
  id: string;
  state: ImportState;
  /** The number of rows that have been checked. */
  rows: number;
  report: ImportReport | null;
  /** The reason that the import failed, or the number of records that could not be written. */
  message: string | null;
}

interface NewJob {
  id: string;
  dryRun: boolean;
  user: string;
  /** The study's local time. */
  now: string;
  /** True if the changes are added to the history of records. */
  keepsHistory?: boolean;
  /** The id of the panel's request that starts the import. */
  requestId?: string;
}

/** Thrown when the import was cancelled. */
export class ImportCancelled extends Error {}

/** The states of a job that has not ended. */
export const UNDER_WAY: readonly ImportState[] = ['checking', 'staging', 'applying'];
/** The states of a job whose file is being read, and which can be cancelled. */
export const READING: readonly ImportState[] = ['checking', 'staging'];
/**
 * The age, counted from its start, above which an ended import is deleted. An ended import whose start is further than
 * this in the future was dated by a wrong clock, and is deleted too.
 */
const KEEP_MILLISECONDS = 24 * 3_600_000;

/**
 * Records the start of a check or an import. Throws ImportError when the id has been used already, or when an
 * import would write to a table to which another import is writing.
 */
export async function createJob(db: Database, spec: ImportTable, job: NewJob): Promise<void> {
  const started = Date.now();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('import_job')
      .where(({ eb, or }) =>
        or([
          eb('started_at', '<', started - KEEP_MILLISECONDS),
          eb('started_at', '>', started + KEEP_MILLISECONDS),
        ]),
      )
      .where('state', 'not in', [...UNDER_WAY])
      .execute();
    if (!job.dryRun) {
      await getDialect(transaction).lockTable(transaction, spec.table.table);
      if (await isImportRunning(transaction, [spec.table.wireName]))
        throw new ImportError(
          'Another import into this list is under way. Please try again when it has ended.',
        );
    }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('import_job')
      .values({
        job_id: job.id,
        wire_name: spec.table.wireName,
        state: job.dryRun ? 'checking' : 'staging',
        rows: 0,
        skipped: 0,
        report: null,
        message: null,
        saved_by: job.user,
        saved_at: job.now,
        started_at: started,
        stores_changes: job.keepsHistory ? 1 : 0,
        request_id: job.requestId ?? null,
      })
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw new ImportError('This import has begun already.');
  });
}

/** Records how many rows have been read. Throws ImportCancelled when the import was cancelled. */
export async function saveProgress(db: Database, id: string, rows: number): Promise<void> {
  if (!(await updateIfIn(db, id, READING, { rows }))) throw new ImportCancelled();
}

/** Commits an import, so that all of its rows will be written. Returns false when it was cancelled. */
export function commitJob(db: Database, id: string, report: ImportReport): Promise<boolean> {
  return updateIfIn(db, id, ['staging'], { state: 'applying', report: JSON.stringify(report) });
}

/** Returns the job with this id, or undefined when it is unknown or was deleted. */
export async function buildJobView(db: Database, id: string): Promise<ImportJobView | undefined> {
  const row = await db
    .selectFrom('import_job')
    .selectAll()
    .where('job_id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id,
      state: row.state as ImportState,
      rows: row.rows,
      report: row.report === null ? null : (JSON.parse(row.report) as ImportReport),
      message: row.message,
    }
  );
}

/** Updates a job that is in one of the states `from`. Returns false if the job is in another state. */
export async function updateIfIn(
  db: Database,
  id: string,
  from: readonly ImportState[],
  values: Updateable<StudyTables['import_job']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_job')
    .set(values)
    .where('job_id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
