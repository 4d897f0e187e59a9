import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import type { RecordEvent } from '../audit/change';
import type { Database } from '../db/types';
import { readRecord } from '../entities/rows';
import { buildStamps } from '../entities/stamps';
import type { Table } from '../entities/table';
import type { RowChange } from '../history/append-row-changes';
import type { Mail } from '../wire/messages';
import { buildComparableColumns } from './comparable-columns';
import type { ImportTable } from './import-table';
import type { Planned } from './plan';

/**
 * The maximum number of values in one statement, because engines limit its parameters. The sortable values of dates and
 * the keys of texts may add up to half as many parameters again.
 */
const MAX_VALUES = 20_000;

/** The user and time of an import, and the lists to which writing its rows adds mails, events and changes. */
export interface Writing {
  user: string;
  now: string;
  mails: Mail[];
  events: RecordEvent[];
  /** Undefined if the database does not keep the history of records. */
  changes: RowChange[] | undefined;
}

/**
 * Writes planned rows as saves by `user` at the time `now`. Adds the mails, security events and values of the changes
 * to `mails`, `events` and `changes`. Returns the number of records that no longer exist and so could not be changed.
 */
export async function writePlanned(
  db: Database,
  spec: ImportTable,
  planned: readonly Planned[],
  writing: Writing,
): Promise<number> {
  const { table } = spec;
  const { user, now, mails, events, changes } = writing;
  const stamps = buildStamps(table, user, now, true);
  const added = planned.flatMap((row) =>
    row.kind === 'new' ? [addStamps(row.values, stamps)] : [],
  );
  const named = added.filter((row) => table.key in row);
  const unnamed = added.filter((row) => !(table.key in row));
  for (const rows of [...groupAlike(named), ...groupAlike(unnamed)])
    await insert(db, spec, rows, writing);
  const changed = planned.flatMap((row) => (row.kind === 'changed' ? [row] : []));
  const former = changes && (await readFormer(db, spec, changed));
  const shown = buildComparableColumns(spec);
  let missing = 0;
  for (const row of changed) {
    const { changed, events: eventsOf } = table.save ?? {};
    const before =
      (changed || eventsOf) &&
      (await readRecord(db, { ...table, secondKey: undefined }, String(row.id)));
    const mail = before && (await changed?.(db, before, row.values));
    if (mail) mails.push(mail);
    const values = { ...buildStamps(table, user, now, false), ...row.values };
    const after = await byName(db)
      .updateTable(table.table)
      .set(values)
      .where(table.key, '=', row.id)
      .returning(changes ? shown : shown.slice(0, 1))
      .executeTakeFirst();
    if (!after) {
      missing += 1;
      continue;
    }
    if (before) events.push(...(eventsOf?.(before, { ...before, ...row.values }) ?? []));
    const old = former?.get(row.id);
    if (old) changes?.push(describeChange(table, old, omitStamps(after, stamps, row.values)));
  }
  return missing;
}

/** Reads the records that rows will change, by id, and locks them until the transaction ends. */
async function readFormer(
  db: Database,
  spec: ImportTable,
  rows: readonly { id: SqlValue }[],
): Promise<Map<SqlValue, SqlRow>> {
  if (rows.length === 0) return new Map();
  const { table, key } = spec.table;
  const found = await byName(db)
    .selectFrom(table)
    .select(buildComparableColumns(spec))
    .where(
      `${table}.${key}`,
      'in',
      rows.map(({ id }) => id),
    )
    .$if(!getDialect(db).oneWriter, (query) => query.forUpdate())
    .execute();
  return new Map(found.map((row) => [row[key] ?? null, row]));
}

function describeChange(table: Table, before: SqlRow, after: SqlRow): RowChange {
  const differing = Object.entries(after).filter(([name, value]) => value !== before[name]);
  return {
    recordId: getPanelId(table, before),
    before: omitEmpty(before),
    after: Object.fromEntries(differing),
  };
}

/** Returns the id by which the panel names a record, such as a phone's number. */
function getPanelId({ key, secondKey }: Table, row: SqlRow): string {
  return String(row[secondKey ?? key]);
}

/**
 * Leaves out the stamps of the import, because the history itself says who made the change and when. Keeps stamps that
 * the file gives.
 */
function omitStamps(row: SqlRow, stamps: SqlRow, given: SqlRow): SqlRow {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !(name in stamps) || name in given),
  );
}

function omitEmpty(row: SqlRow): SqlRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/**
 * Inserts rows that have the same columns. Adds their values to `changes`, and their security events to `events` if
 * the table has one for each new record.
 */
async function insert(
  db: Database,
  spec: ImportTable,
  rows: SqlRow[],
  { events, changes }: Writing,
): Promise<void> {
  const { table } = spec;
  const query = byName(db).insertInto(table.table).values(rows);
  const describeAdded = table.save?.describeAdded;
  if (!describeAdded && !changes) {
    await query.execute();
    return;
  }
  const added = await query.returning(buildComparableColumns(spec)).execute();
  for (const row of added) {
    if (describeAdded)
      events.push({
        action: 'Add',
        description: `Added ${table.singular} ${row[table.key]}: ${describeAdded(row)}`,
      });
    changes?.push({
      recordId: getPanelId(table, row),
      before: undefined,
      after: omitEmpty(row),
    });
  }
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
