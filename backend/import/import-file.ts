import { appendEntries, auditChain } from '../chain';
import { stamp } from '../clock';
import { dialectOf } from '../db/dialect-of';
import type { Database } from '../db/types';
import { entryText, LONG_TEXT, SHORT_TEXT } from '../fields';
import type { ColumnNames } from './columns';
import type { FileRow } from './file-row';
import { type OpenFile, readRows } from './file-rows';
import { ImportFault } from './import-fault';
import type { ImportTable } from './import-tables';
import { createPlanner, type Planned } from './plan';
import { type ImportReport, ReportBuilder } from './report';
import { writePlanned } from './write';

export interface ImportJob {
  spec: ImportTable;
  open: OpenFile;
  names: ColumnNames;
  /** IANA name of the zone that the study's dates are local to. */
  timeZone: string;
  cleanHtml?: (html: string) => string;
  /** Told how many rows have been looked at. */
  onProgress?: (rows: number) => void;
}

export interface Importer {
  /** Who imports. */
  user: string;
  /** What the audit entry calls the file. */
  fileName: string;
  now: Date;
}

/** Rows that are looked up and written together. */
const BATCH = 200;

/** Takes the write back: some of its rows were refused. */
class RefusedRows extends Error {
  constructor(readonly report: ImportReport) {
    super('some rows were refused');
  }
}

/** Says what an import would do, and writes nothing. Throws an ImportFault for a file that is none. */
export function checkFile(db: Database, job: ImportJob): Promise<ImportReport> {
  return look(db, job, async () => {});
}

/**
 * Imports a file, all of it or nothing, with an audit entry in the same transaction. A report with
 * refused rows means that nothing was written. Throws an ImportFault like checkFile.
 */
export async function importFile(
  db: Database,
  job: ImportJob,
  importer: Importer,
): Promise<ImportReport> {
  const stamps = { user: importer.user, now: stamp(importer.now, job.timeZone) };
  try {
    return await db.transaction().execute(async (transaction) => {
      await dialectOf(transaction).lockTable(transaction, job.spec.table.table);
      const report = await look(transaction, job, (planned) =>
        writePlanned(transaction, job.spec.table, planned, stamps),
      );
      if (report.refused > 0) throw new RefusedRows(report);
      await appendEntries(transaction, auditChain, [
        auditEntry(job.spec, report, importer, stamps),
      ]);
      return report;
    });
  } catch (error) {
    if (error instanceof RefusedRows) return error.report;
    throw error;
  }
}

async function look(
  db: Database,
  { spec, open, onProgress, ...options }: ImportJob,
  write: (planned: readonly Planned[]) => Promise<void>,
): Promise<ImportReport> {
  const { rows, neutralized } = await readRows(open);
  const planner = await createPlanner(db, spec, { ...options, neutralized });
  const report = new ReportBuilder();
  // A save's own look at other records must see the rows before it.
  const size = spec.table.save?.check ? 1 : BATCH;
  for await (const batch of batches(rows, size)) {
    const planned = await planner.plan(batch);
    for (const row of planned) report.count(row);
    // After a refusal the rest is only looked at: none of it will stay.
    if (report.refused === 0) await write(planned);
    onProgress?.(report.rows);
  }
  if (report.rows === 0) throw new ImportFault('The file holds no rows.');
  return report.report(planner.leftAside());
}

async function* batches(rows: AsyncIterable<FileRow>, size: number) {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function auditEntry(
  { table }: ImportTable,
  { added, changed, unchanged }: ImportReport,
  { user, fileName }: Importer,
  { now }: { now: string },
) {
  const file = fileName.split(/[/\\]/).at(-1);
  return {
    audit_username: entryText(SHORT_TEXT).parse(user),
    audit_title: 'Import Data',
    audit_action: 'Import',
    audit_description: entryText(LONG_TEXT).parse(
      `Imported ${table.label}: ${added} new, ${changed} changed, ${unchanged} unchanged, from ${file}`,
    ),
    audit_date: now,
  };
}
