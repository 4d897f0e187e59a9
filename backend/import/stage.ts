import { sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { byName } from 'shared/db/types';
import type { Database } from '../db/types';
import type { FileRow } from './file-row';
import { openRowReader } from './file-rows';
import { ImportError } from './import-error';
import type { ImportJob } from './import-job';
import type { ImportTable } from './import-table';
import { saveProgress } from './job-store';
import { type Pace, runWithoutPauses } from './pace';
import { createPlanner, type Planned, type PlannedWrite } from './plan';
import { type ImportReport, ReportBuilder } from './report';
import { refuseUndecided } from './undecided';
import { getUniqueTexts } from './unique-texts';

/** A batch ends when it has this many rows or this many characters, whichever comes first. */
const BATCH_ROWS = 100;
const BATCH_CHARACTERS = 50_000;

type Planner = Awaited<ReturnType<typeof createPlanner>>;

/**
 * Reads the file and reports the changes that importing it would make. Calls `onBatch` with the rows of each
 * batch. Stops after too many refused rows. Throws an ImportError for a file that cannot be read or has no
 * rows.
 */
export async function planImport(
  db: Database,
  { spec, open, onProgress, ...options }: ImportJob,
  onBatch: (planned: Planned[], planner: Planner, report: ReportBuilder) => Promise<void>,
): Promise<ImportReport> {
  const { rows, neutralized } = await openRowReader(open);
  // Without statistics, PostgreSQL does not use the indexes of a table that was just filled.
  await getDialect(db).analyze(db, spec.table.table);
  const planner = await createPlanner(db, spec, { ...options, neutralized });
  const report = new ReportBuilder();
  for await (const batch of readBatches(rows)) {
    const planned = await planner.plan(batch);
    for (const row of planned) report.count(row);
    await onBatch(planned, planner, report);
    onProgress?.(report.rows);
    if (report.stopped) break;
  }
  if (report.rows === 0) throw new ImportError('The file holds no rows.');
  return report.report(planner.getIgnoredColumns(), planner.describe());
}

/**
 * Reads the file and stages the rows that the import will write, in short transactions. Claims their unique texts, so
 * that the host refuses other saves with these texts. From the batch with the first refused row on, stages nothing and
 * only checks the rows. Throws an ImportError if no choice was made for a column with suspicious values.
 */
export async function stageFile(
  db: Database,
  job: ImportJob,
  id: string,
  pace: Pace = runWithoutPauses,
): Promise<ImportReport> {
  const { spec } = job;
  let staged = 0;
  const report = await planImport(db, job, async (planned, planner, report) => {
    const writes = planned.filter((row): row is PlannedWrite => 'values' in row);
    await pace(() =>
      db.transaction().execute(async (transaction) => {
        await saveProgress(transaction, id, report.rows);
        if (report.refused > 0 || writes.length === 0) return;
        await getDialect(transaction).lockTable(transaction, spec.table.table);
        const taken =
          (await planner.findTaken(transaction, writes)) ??
          (await reserveKeys(transaction, spec, writes));
        if (taken) {
          report.refuse(taken.row, taken.problem);
          return;
        }
        await stageRows(transaction, spec, id, writes, staged);
        staged += writes.length;
      }),
    );
  });
  if (report.refused === 0) refuseUndecided(report.columns);
  return report;
}

async function stageRows(
  db: Database,
  spec: ImportTable,
  id: string,
  planned: readonly PlannedWrite[],
  first: number,
): Promise<void> {
  const rows = planned.map((row, at) => ({
    job_id: id,
    n: first + at,
    planned: JSON.stringify(row),
  }));
  await db.insertInto('import_row').values(rows).execute();
  const texts = new Set(planned.flatMap((row) => getUniqueTexts(spec, row.values)));
  if (texts.size === 0) return;
  const { folded } = getDialect(db);
  await db
    .insertInto('import_text')
    .values(
      [...texts].map((text) => ({
        claimed_table: spec.table.table,
        folded: folded(sql.val(text)).$notNull(),
        job_id: id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reserves the keys that the file gives to new records. Returns a row and a message if somebody has added a record with
 * its key since the row was planned.
 */
async function reserveKeys(
  db: Database,
  { table }: ImportTable,
  planned: readonly PlannedWrite[],
): Promise<{ row: PlannedWrite; problem: string } | undefined> {
  const rows = new Map<number, PlannedWrite>();
  for (const row of planned) {
    const key = row.values[table.key];
    if (row.kind === 'new' && typeof key === 'number') rows.set(key, row);
  }
  if (rows.size === 0) return undefined;
  const keys = [...rows.keys()];
  const taken = await byName(db)
    .selectFrom(table.table)
    .select(table.key)
    .where(table.key, 'in', keys)
    .executeTakeFirst();
  const id = Number(taken?.[table.key]);
  const row = rows.get(id);
  if (row) return { row, problem: `Somebody has just added a record with the ID ${id}` };
  await getDialect(db).reserveKeys(db, table.table, table.key, Math.max(...keys));
  return undefined;
}

async function* readBatches(rows: AsyncIterable<FileRow>) {
  let batch: FileRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of row.values) characters += typeof value === 'string' ? value.length : 10;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
