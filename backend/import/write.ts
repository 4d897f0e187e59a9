import type { Database, SqlRow } from '../db/types';
import type { Table } from '../nouns/table';
import type { Mail } from '../options';
import { stampsOf } from '../records';
import { readRecord } from '../rows';
import type { Planned } from './plan';

/** Values of one statement: engines have limits. */
const MAX_VALUES = 20_000;

/**
 * Writes what was planned for rows that follow each other; `user` saves them at `now`, `mails` takes
 * what changes cause. Returns how many records were to change and are not there any more.
 */
export async function writePlanned(
  db: Database,
  table: Table,
  planned: readonly Planned[],
  { user, now, mails }: { user: string; now: string; mails: Mail[] },
): Promise<number> {
  const stamps = stampsOf(table, user, now, true);
  const added = planned.flatMap((row) => (row.kind === 'new' ? [filled(row.values, stamps)] : []));
  const named = added.filter((row) => table.key in row);
  const unnamed = added.filter((row) => !(table.key in row));
  for (const rows of alike(named)) await db.insertInto(table.table).values(rows).execute();
  for (const rows of alike(unnamed)) await db.insertInto(table.table).values(rows).execute();
  let missing = 0;
  for (const row of planned) {
    if (row.kind !== 'changed') continue;
    const before =
      table.save?.changed && (await readRecord(db, { ...table, alias: undefined }, String(row.id)));
    const mail = before && (await table.save?.changed?.(db, before, row.values));
    if (mail) mails.push(mail);
    const { numUpdatedRows } = await db
      .updateTable(table.table)
      .set({ ...stampsOf(table, user, now, false), ...row.values })
      .where(table.key, '=', row.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) missing += 1;
  }
  return missing;
}

/** A file may say who made a record and when; what it leaves open is stamped. */
function filled(values: SqlRow, stamps: SqlRow): SqlRow {
  const open = Object.entries(stamps).filter(([name]) => (values[name] ?? null) === null);
  return { ...values, ...Object.fromEntries(open) };
}

/** Runs of rows that have the same columns, each short enough for one statement. */
function alike(rows: readonly SqlRow[]): SqlRow[][] {
  const runs: SqlRow[][] = [];
  let last = '';
  for (const row of rows) {
    const names = Object.keys(row);
    const shape = names.join();
    const run = runs.at(-1);
    if (run && shape === last && (run.length + 1) * names.length <= MAX_VALUES) run.push(row);
    else runs.push([row]);
    last = shape;
  }
  return runs;
}
