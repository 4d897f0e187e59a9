import { getDialect } from 'shared/db/dialect-of';
import type { Database } from '../db/types';
import { endJob } from './end-job';
import type { ImportState } from './job-store';
import { type Pace, runWithoutPauses } from './pace';

/** The maximum number of rows that one transaction removes on an engine with one writer. */
const MOST_ROWS = 200;

/**
 * Removes the staged rows and the claimed texts of an import, in short transactions. Then records the end of
 * the import, unless it has already ended.
 */
export async function dropJob(
  db: Database,
  id: string,
  end: { state: ImportState; message?: string },
  pace: Pace = runWithoutPauses,
): Promise<void> {
  await dropRows(db, id, pace);
  await releaseTexts(db, id, pace);
  await endJob(db, id, end);
}

/** Removes the staged rows of an import, in short transactions. */
async function dropRows(db: Database, id: string, pace: Pace): Promise<void> {
  if (!getDialect(db).oneWriter) {
    await db.deleteFrom('import_row').where('job_id', '=', id).execute();
    return;
  }
  for (;;) {
    const last = await db
      .selectFrom('import_row')
      .select('n')
      .where('job_id', '=', id)
      .orderBy('n')
      .offset(MOST_ROWS - 1)
      .limit(1)
      .executeTakeFirst();
    const rows = db.deleteFrom('import_row').where('job_id', '=', id);
    await pace(() => (last ? rows.where('n', '<=', last.n) : rows).execute());
    if (!last) return;
  }
}

/** Releases the unique texts that an import has claimed, in short transactions. */
export async function releaseTexts(db: Database, id: string, pace: Pace): Promise<void> {
  if (!getDialect(db).oneWriter) {
    await db.deleteFrom('import_text').where('job_id', '=', id).execute();
    return;
  }
  for (;;) {
    const rows = await db
      .selectFrom('import_text')
      .select(['claimed_table', 'folded'])
      .where('job_id', '=', id)
      .limit(MOST_ROWS)
      .execute();
    const [first] = rows;
    if (!first) return;
    const folded = rows.map((row) => row.folded);
    await pace(() =>
      db
        .deleteFrom('import_text')
        // The condition on the table allows the use of the primary key. All texts of an import are of one
        // table.
        .where('claimed_table', '=', first.claimed_table)
        .where('folded', 'in', folded)
        .where('job_id', '=', id)
        .execute(),
    );
  }
}
