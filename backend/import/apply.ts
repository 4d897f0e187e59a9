import type { Database } from '../db/types';
import type { Mail } from '../options';
import { endJob } from './end-job';
import { importTable } from './import-tables';
import type { ImportState } from './job-store';
import { type Pace, unpaced } from './pace';
import type { Planned } from './plan';
import { writePlanned } from './write';

/** Sends the mails that changes cause. It is called after the changes are committed. */
export type SendMails = (mails: readonly Mail[]) => void;

/** How long one transaction should take. */
const TARGET_MILLISECONDS = 20;
/** How many rows one transaction may have. */
const MOST_ROWS = 400;

/**
 * Writes the staged rows of a committed import, in short transactions. Continues where an earlier run was
 * interrupted. Skips and counts rows that can no longer be written.
 */
export async function applyJob(
  db: Database,
  id: string,
  send: SendMails,
  pace: Pace = unpaced,
): Promise<void> {
  const job = await db
    .selectFrom('import_job')
    .select(['noun', 'saved_by', 'saved_at'])
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  const spec = importTable(String(job.noun));
  if (!spec) throw new Error(`There is no table ${job.noun} to import into`);
  const stamps = { user: String(job.saved_by), now: String(job.saved_at) };
  let size = 50;
  for (;;) {
    const rows = await stagedRows(db, id, size);
    if (rows.length === 0) break;
    const begun = performance.now();
    const mails: Mail[] = [];
    const write = (skipping: boolean) =>
      db.transaction().execute(async (transaction) => {
        const planned = rows.map((row) => JSON.parse(String(row.planned)) as Planned);
        const skipped = skipping
          ? rows.length
          : await writePlanned(transaction, spec.table, planned, { ...stamps, mails });
        await transaction
          .deleteFrom('import_row')
          .where('job_id', '=', id)
          .where('n', '<=', rows[rows.length - 1].n)
          .execute();
        if (skipped > 0)
          await transaction
            .updateTable('import_job')
            .set((eb) => ({ skipped: eb('skipped', '+', skipped) }))
            .where('job_id', '=', id)
            .execute();
      });
    try {
      await pace(() => write(false));
      if (mails.length > 0) send(mails);
      const taken = Math.max(performance.now() - begun, 1);
      size = Math.max(1, Math.min(MOST_ROWS, Math.round((size * TARGET_MILLISECONDS) / taken)));
    } catch (error) {
      if (!isConstraint(error)) throw error;
      // Writes the rows one at a time from now on, to find the one that cannot be written.
      if (rows.length === 1) await pace(() => write(true));
      size = 1;
    }
  }
  await releaseTexts(db, id, pace);
  await endJob(db, id, { state: 'done', message: await skippedMessage(db, id) });
}

/** Removes the staged rows of an import, in short transactions, and records its end unless one is recorded. */
export async function dropJob(
  db: Database,
  id: string,
  end: { state: ImportState; message?: string },
  pace: Pace = unpaced,
): Promise<void> {
  for (;;) {
    const rows = await stagedRows(db, id, MOST_ROWS);
    if (rows.length === 0) break;
    await pace(() =>
      db
        .deleteFrom('import_row')
        .where('job_id', '=', id)
        .where('n', '<=', rows[rows.length - 1].n)
        .execute(),
    );
  }
  await releaseTexts(db, id, pace);
  await endJob(db, id, end);
}

function stagedRows(db: Database, id: string, limit: number) {
  return db
    .selectFrom('import_row')
    .select(['n', 'planned'])
    .where('job_id', '=', id)
    .orderBy('n')
    .limit(limit)
    .execute();
}

async function releaseTexts(db: Database, id: string, pace: Pace): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('import_text')
      .select('folded')
      .where('job_id', '=', id)
      .limit(MOST_ROWS)
      .execute();
    if (rows.length === 0) return;
    await pace(() =>
      db
        .deleteFrom('import_text')
        .where('job_id', '=', id)
        .where(
          'folded',
          'in',
          rows.map(({ folded }) => folded),
        )
        .execute(),
    );
  }
}

async function skippedMessage(db: Database, id: string): Promise<string | undefined> {
  const { skipped } = await db
    .selectFrom('import_job')
    .select('skipped')
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  const n = Number(skipped);
  if (n === 0) return undefined;
  const records = n === 1 ? '1 record was' : `${n} records were`;
  return `${records} not imported: during the import somebody deleted ${n === 1 ? 'it, or a record that it refers to' : 'them, or records that they refer to'}.`;
}

/** Returns whether a row breaks a constraint of its table (error codes of SQLite and PostgreSQL). */
function isConstraint(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(SQLITE_CONSTRAINT|23\d{3}$)/.test(code);
}
