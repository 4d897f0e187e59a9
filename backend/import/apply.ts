import { getDialect } from 'shared/db/dialect-of';
import { defined } from 'shared/defined';
import { findDeclarationOnWire } from 'shared/entities';
import { appendEntries, auditLogChain } from '../audit/chain';
import type { RecordEvent } from '../audit/change';
import type { Database } from '../db/types';
import { appendRowChanges, type ChangeOrigin, type RowChange } from '../history/append-row-changes';
import type { Mail } from '../wire/messages';
import { buildImportEntry, endJob } from './end-job';
import type { ImportTable } from './import-table';
import { importTable } from './import-tables';
import { type Pace, runWithoutPauses } from './pace';
import type { Planned } from './plan';
import { releaseTexts } from './release';
import { findFirstStaged, type StagedRow, selectStagedRows } from './staged-rows';
import { type Writing, writePlanned } from './write';

/** The entity whose records an import has written in one transaction, and the mails to send about them. */
export interface WrittenImport {
  /** The entity's name in the host's paths. */
  wireName: string;
  /** The mails about the changes. */
  mails: readonly Mail[];
}

/** The error of rows that violate a constraint of their table. An error of the audit log or the history is another. */
class RowsRefused extends Error {}

/** Called after each transaction that has written rows. */
export type AfterWrite = (written: WrittenImport) => void;

/** The time after which a transaction starts no further rows, because other writers wait for it. */
const TARGET_MILLISECONDS = 10;
/** The maximum number of rows to read for one transaction. */
const MOST_ROWS = 400;
/** The maximum number of rows to write between two checks of the time. */
const PART_ROWS = 10;
/** The maximum number of characters in rows that are written together. A longer row is written alone. */
const PART_CHARACTERS = 5_000;

/**
 * Writes the staged rows of a committed import, in short transactions. Continues where an earlier run was
 * interrupted. Skips and counts rows that can no longer be written. Adds the audit entries of security events
 * and the history of the records in the same transactions.
 */
export async function applyJob(
  db: Database,
  id: string,
  after: AfterWrite,
  pace: Pace = runWithoutPauses,
): Promise<void> {
  const job = await db
    .selectFrom('import_job')
    .selectAll()
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  const spec = importTable(job.wire_name);
  if (!spec) throw new Error(`The entity '${job.wire_name}' cannot be imported`);
  const importer = { user: job.saved_by, now: job.saved_at };
  const { saved_by: username, started_at: at, request_id } = job;
  const origin = job.stores_changes
    ? { username, at, requestId: request_id ?? undefined }
    : undefined;
  let size = MOST_ROWS;
  let next = await findFirstStaged(db, id);
  for (;;) {
    const rows = await selectStagedRows(db, id, next, size);
    if (rows.length === 0) break;
    try {
      const mails: Mail[] = [];
      const written = await pace(() =>
        writeSome(db, spec, id, rows, { ...importer, mails }, origin),
      );
      after({ wireName: spec.table.wireName, mails });
      next += written;
      // Enough rows for a transaction that is twice as fast as this one.
      size = size === 1 ? 1 : Math.min(MOST_ROWS, 2 * written + PART_ROWS);
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      // Writes the rows one at a time from now on, to find the one that cannot be written.
      const [only, ...others] = rows;
      if (only && others.length === 0) {
        await pace(() => skipRow(db, id, only));
        next += 1;
      }
      size = 1;
    }
  }
  await releaseTexts(db, id, pace);
  await endJob(db, id, { state: 'done', message: await describeSkipped(db, id) });
}

/**
 * Writes rows from the beginning of the list until TARGET_MILLISECONDS have passed, and at least one row. Returns
 * the number of rows, including those whose records no longer exist.
 */
function writeSome(
  db: Database,
  spec: ImportTable,
  id: string,
  rows: readonly StagedRow[],
  importer: Omit<Writing, 'events' | 'changes'>,
  origin: ChangeOrigin | undefined,
): Promise<number> {
  const { table } = spec;
  const declaration = defined(findDeclarationOnWire(table.wireName));
  return db.transaction().execute(async (transaction) => {
    // Locks chain_head before the other tables, as audited saves do (change.ts), to prevent deadlocks.
    if (table.save?.events || origin)
      await getDialect(transaction).lockTable(transaction, 'chain_head');
    if (table.lockedFirst) await getDialect(transaction).lockTable(transaction, table.lockedFirst);
    const end = performance.now() + TARGET_MILLISECONDS;
    const events: RecordEvent[] = [];
    const changes: RowChange[] = [];
    const writing = { ...importer, events, changes: origin && changes };
    let written = 0;
    let missing = 0;
    // Triggers can make each row slow, such as those that count all follow-ups with the row's study number.
    let size = 1;
    while (written < rows.length && (written === 0 || performance.now() < end)) {
      const part = readPart(rows.slice(written, written + size));
      missing += await writePlanned(transaction, spec, part, writing).catch(refuseRows);
      written += part.length;
      size = Math.min(PART_ROWS, 2 * size);
    }
    const entries = events.map(({ action, description }) =>
      buildImportEntry(importer.user, description, importer.now, action),
    );
    if (entries.length > 0) await appendEntries(transaction, auditLogChain, entries);
    if (origin) await appendRowChanges(transaction, declaration, changes, origin);
    await removeStaged(transaction, id, rows.slice(0, written), missing);
    return written;
  });
}

function readPart(rows: readonly StagedRow[]): Planned[] {
  let characters = 0;
  const long = rows.findIndex(({ planned }) => {
    characters += planned.length;
    return characters > PART_CHARACTERS;
  });
  const part = long < 0 ? rows : rows.slice(0, Math.max(long, 1));
  return part.map(({ planned }) => JSON.parse(planned) as Planned);
}

function skipRow(db: Database, id: string, row: StagedRow): Promise<void> {
  return db.transaction().execute((transaction) => removeStaged(transaction, id, [row], 1));
}

/** Removes these consecutive staged rows, and counts those that were not written. */
async function removeStaged(
  db: Database,
  id: string,
  rows: readonly StagedRow[],
  skipped: number,
): Promise<void> {
  await db
    .deleteFrom('import_row')
    .where('job_id', '=', id)
    // Without the lower bound, PostgreSQL reads the whole table when its statistics are older than the rows.
    .where('n', '>=', defined(rows[0]).n)
    .where('n', '<=', defined(rows.at(-1)).n)
    .execute();
  if (skipped > 0)
    await db
      .updateTable('import_job')
      .set((eb) => ({ skipped: eb('skipped', '+', skipped) }))
      .where('job_id', '=', id)
      .execute();
}

async function describeSkipped(db: Database, id: string): Promise<string | undefined> {
  const { skipped: n } = await db
    .selectFrom('import_job')
    .select('skipped')
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  if (n === 0) return undefined;
  const records = n === 1 ? '1 record was' : `${n} records were`;
  return `${records} not imported, probably because somebody changed or deleted ${n === 1 ? 'it, or a record that it refers to,' : 'them, or records that they refer to,'} during the import.`;
}

/** Throws RowsRefused for a constraint that rows violate, and other errors as they are. */
function refuseRows(error: unknown): never {
  throw isConstraintViolation(error) ? new RowsRefused() : error;
}

/** Returns whether an error says that a row violates a constraint (error codes of SQLite and PostgreSQL). */
function isConstraintViolation(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(SQLITE_CONSTRAINT|23\d{3}$)/.test(code);
}
