import { dialectOf } from '../db/dialect-of';
import type { Database, SqlRow } from '../db/types';
import type { Table } from '../nouns/table';
import { stampsOf } from '../records';
import type { Planned } from './plan';

/** Values of one statement: engines have limits. */
const MAX_VALUES = 20_000;

/** Writes what was planned for rows that follow each other; `user` saves them at `now`. */
export async function writePlanned(
  db: Database,
  table: Table,
  planned: readonly Planned[],
  { user, now }: { user: string; now: string },
): Promise<void> {
  const stamps = stampsOf(table, user, now, true);
  const added = planned.flatMap((row) => (row.kind === 'new' ? [filled(row.values, stamps)] : []));
  const named = added.filter((row) => table.key in row);
  const unnamed = added.filter((row) => !(table.key in row));
  for (const rows of alike(named)) await db.insertInto(table.table).values(rows).execute();
  // The keys that the database gives must not meet those that the file has given.
  if (named.length > 0) await dialectOf(db).restartKeys(db);
  for (const rows of alike(unnamed)) await db.insertInto(table.table).values(rows).execute();
  for (const row of planned) {
    if (row.kind !== 'changed') continue;
    await db
      .updateTable(table.table)
      .set({ ...stampsOf(table, user, now, false), ...row.values })
      .where(table.key, '=', row.id)
      .execute();
  }
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
