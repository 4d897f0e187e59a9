import { randomUUID } from 'node:crypto';
import { stamp } from 'shared/db/clock';
import { getDialect } from 'shared/db/dialect-of';
import { appendEntries, auditLogChain } from '../audit/chain';
import type { Database } from '../db/types';
import { type AfterWrite, applyJob } from './apply';
import { buildImportEntry } from './end-job';
import type { ImportJob } from './import-job';
import type { ImportTable } from './import-table';
import { commitJob, createJob } from './job-store';
import { dropJob } from './release';
import type { ImportReport } from './report';
import { planImport, stageFile } from './stage';
import { describeChoices } from './undecided';

interface Importer {
  /** The user who imports. */
  user: string;
  /** The name of the file, for the audit entry. */
  fileName: string;
  now: Date;
  /** True if the changes are added to the history of records. */
  keepsHistory?: boolean;
  /** Called after each transaction that has written rows. */
  after?: AfterWrite;
}

/**
 * Reports the changes that an import would make, and makes none. Throws an ImportError for an unreadable file.
 */
export function checkImportFile(db: Database, job: ImportJob): Promise<ImportReport> {
  return planImport(db, job, async () => {});
}

/**
 * Imports a file as a whole or not at all. The caller makes sure that no other process uses the database. The audit
 * entry is added in the transaction that commits the import. If the report has refused rows, nothing was written.
 * Throws an ImportError like checkFile.
 */
export async function importFile(
  db: Database,
  job: ImportJob,
  importer: Importer,
): Promise<ImportReport> {
  const id = randomUUID();
  const { spec } = job;
  const now = stamp(importer.now, job.timeZone);
  const work = async () => {
    const { user, keepsHistory } = importer;
    await createJob(db, spec, { id, dryRun: false, user, now, keepsHistory });
    const report = await stageFile(db, job, id).catch(async (error: unknown) => {
      await dropJob(db, id, { state: 'failed' });
      throw error;
    });
    if (report.refused > 0) await dropJob(db, id, { state: 'refused' });
    else if (await commitImport(db, id, report, spec, { ...importer, now }))
      await applyJob(db, id, importer.after ?? (() => {}));
    return report;
  };
  const report = await getDialect(db).whileFree(db, getLockName(id), work);
  if (!report) throw new Error('The import could not be begun');
  return report;
}

/** Returns the name of the lock that a process holds while it works on an import. */
export function getLockName(id: string): string {
  return `import ${id}`;
}

/**
 * Commits a staged import, so that all of its rows will be written, and adds its audit entry in the same
 * transaction. Returns false when the import was cancelled before.
 */
export function commitImport(
  db: Database,
  id: string,
  report: ImportReport,
  spec: ImportTable,
  importer: Pick<Importer, 'user' | 'fileName'> & { now: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Locks chain_head before the other tables, as audited saves do (change.ts), to prevent deadlocks.
    await getDialect(transaction).lockTable(transaction, 'chain_head');
    if (!(await commitJob(transaction, id, report))) return false;
    await appendEntries(transaction, auditLogChain, [auditEntry(spec, report, importer)]);
    return true;
  });
}

function auditEntry(
  { table }: ImportTable,
  { added, changed, unchanged, columns }: ImportReport,
  { user, fileName, now }: { user: string; fileName: string; now: string },
) {
  const file = fileName.split(/[/\\]/).at(-1);
  const counts = `${added} new, ${changed} changed, ${unchanged} unchanged`;
  return buildImportEntry(
    user,
    `Imported ${table.singular}: ${counts}, from ${file}${describeChoices(columns)}`,
    now,
  );
}
