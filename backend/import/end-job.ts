import { getDialect } from 'shared/db/dialect-of';
import { LONG_TEXT, SHORT_TEXT } from 'shared/entities/fields';
import { appendEntries, auditLogChain } from '../audit/chain';
import type { Database } from '../db/types';
import { entryText } from '../wire/fields';
import { importTable } from './import-tables';
import { type ImportState, READING, UNDER_WAY, updateIfIn } from './job-store';
import type { ImportReport } from './report';

/** The screen title in the audit entries of imports. */
const SCREEN = 'Import Data';

interface End {
  state: ImportState;
  report?: ImportReport;
  message?: string;
}

/**
 * Records the end of a job. Adds an audit entry when an import failed or was refused before it changed
 * anything. Returns false when the job has already ended.
 */
export function endJob(db: Database, id: string, { state, report, message }: End) {
  const values = {
    state,
    ...(report ? { report: JSON.stringify(report), rows: report.rows } : {}),
    ...(message === undefined ? {} : { message }),
  };
  if (state !== 'failed' && state !== 'refused') return updateIfIn(db, id, UNDER_WAY, values);
  const how = state === 'failed' ? 'failed' : 'was refused';
  return endWithEntry(db, id, UNDER_WAY, values, ({ previous, records }) =>
    previous === 'staging' ? `The import of ${records} ${how}: nothing was imported` : undefined,
  );
}

/**
 * Cancels an import that is not committed yet, with an audit entry by `user`, or by the user who started the import if
 * none is given. Returns false when the import is committed or has ended.
 */
export function cancelJob(
  db: Database,
  id: string,
  { user, now }: { user?: string; now: string },
): Promise<boolean> {
  return endWithEntry(
    db,
    id,
    READING,
    { state: 'cancelled' },
    ({ previous, records }) =>
      `Cancelled the ${previous === 'staging' ? 'import' : 'check of a file'} of ${records}`,
    { user, now },
  );
}

/**
 * Changes a job that is in one of the states `from`, and appends an audit entry with the text of `buildText`, in
 * one transaction. Does neither, and returns false, when the job is in another state.
 */
function endWithEntry(
  db: Database,
  id: string,
  from: readonly ImportState[],
  values: Parameters<typeof updateIfIn>[3],
  buildText: (job: { previous: ImportState; records: string }) => string | undefined,
  by: { user?: string; now?: string } = {},
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Locks the tables in the same order as audited saves (change.ts).
    await getDialect(transaction).lockTable(transaction, 'chain_head');
    const job = await transaction
      .selectFrom('import_job')
      .select(['wire_name', 'state', 'saved_by', 'saved_at'])
      .where('job_id', '=', id)
      .where('state', 'in', [...from])
      .executeTakeFirst();
    if (!job) return false;
    const previous = job.state as ImportState;
    if (!(await updateIfIn(transaction, id, [previous], values))) return false;
    const records = `${importTable(job.wire_name)?.table.singular ?? job.wire_name} records`;
    const text = buildText({ previous, records });
    const user = by.user ?? job.saved_by;
    const entry = text && buildImportEntry(user, text, by.now ?? job.saved_at);
    if (entry) await appendEntries(transaction, auditLogChain, [entry]);
    return true;
  });
}

/** Returns an audit entry about an import, with its texts shortened to the maximum length. */
export function buildImportEntry(
  user: string,
  description: string,
  now: string,
  action = 'Import',
) {
  return {
    audit_username: entryText(SHORT_TEXT).parse(user),
    audit_title: SCREEN,
    audit_action: action,
    audit_description: entryText(LONG_TEXT).parse(description),
    audit_date: now,
  };
}
