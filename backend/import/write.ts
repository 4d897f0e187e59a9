import type { RecordEvent } from '../audit/change';
import { byName, type Database, type SqlRow } from '../db/types';
import { readRecord } from '../entities/rows';
import { buildStamps } from '../entities/stamps';
import type { Table } from '../entities/table';
import type { Mail } from '../wire/messages';
import type { Planned } from './plan';

/**
 * The maximum number of values in one statement, because engines limit its parameters. The sortable values of
 * dates come in addition: at most one for every two values.
 */
const MAX_VALUES = 20_000;

interface Writing {
  user: string;
  now: string;
  mails: Mail[];
  events: RecordEvent[];
}

/**
 * Writes planned rows as saves by `user` at the time `now`. Adds the mails and security events of the changes
 * to `mails` and `events`. Returns the number of records that no longer exist and so could not be changed.
 */
export async function writePlanned(
  db: Database,
  table: Table,
  planned: readonly Planned[],
  { user, now, mails, events }: Writing,
): Promise<number> {
  const stamps = buildStamps(table, user, now, true);
  const added = planned.flatMap((row) =>
    row.kind === 'new' ? [addStamps(row.values, stamps)] : [],
  );
  const named = added.filter((row) => table.key in row);
  const unnamed = added.filter((row) => !(table.key in row));
  for (const rows of [...groupAlike(named), ...groupAlike(unnamed)])
    events.push(...(await insert(db, table, rows)));
  let missing = 0;
  for (const row of planned) {
    if (row.kind !== 'changed') continue;
    const { changed, events: eventsOf } = table.save ?? {};
    const before =
      (changed || eventsOf) &&
      (await readRecord(db, { ...table, alias: undefined }, String(row.id)));
    const mail = before && (await changed?.(db, before, row.values));
    if (mail) mails.push(mail);
    const { numUpdatedRows } = await byName(db)
      .updateTable(table.table)
      .set({ ...buildStamps(table, user, now, false), ...row.values })
      .where(table.key, '=', row.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) missing += 1;
    else if (before) events.push(...(eventsOf?.(before, { ...before, ...row.values }) ?? []));
  }
  return missing;
}

/**
 * Inserts rows that have the same columns. Returns their security events, if the table has one for each new
 * record.
 */
async function insert(db: Database, table: Table, rows: SqlRow[]): Promise<RecordEvent[]> {
  const query = byName(db).insertInto(table.table).values(rows);
  const describeAdded = table.save?.describeAdded;
  if (!describeAdded) {
    await query.execute();
    return [];
  }
  const added = await query.returningAll().execute();
  return added.map((row) => ({
    action: 'Add',
    description: `Added ${table.singular} ${row[table.key]}: ${describeAdded(row)}`,
  }));
}

/** Adds the stamps of this import to a new record, except for those that the file provides. */
function addStamps(values: SqlRow, stamps: SqlRow): SqlRow {
  const open = Object.entries(stamps).filter(([name]) => (values[name] ?? null) === null);
  return { ...values, ...Object.fromEntries(open) };
}

/** Splits rows into runs of consecutive rows that have the same columns and fit into one statement. */
function groupAlike(rows: readonly SqlRow[]): SqlRow[][] {
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
