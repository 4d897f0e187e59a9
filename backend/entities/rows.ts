import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { isRecordId } from 'shared/record-id';
import type { Database } from '../db/types';
import { getSql, type Table } from './table';

/**
 * Reads the record whose second key (such as a phone's number) equals `id`. If the table has no second key, or no
 * record matches, reads the record with this id.
 */
export async function readRecord(
  db: Database,
  table: Table,
  id: string,
): Promise<SqlRow | undefined> {
  const found = table.secondKey ? await readBy(db, table, table.secondKey, id) : undefined;
  return found ?? (isRecordId(id) ? readRecordById(db, table, Number(id)) : undefined);
}

/** Reads the record with this id. The id is not compared with second keys. */
export function readRecordById(
  db: Database,
  table: Table,
  id: SqlValue,
): Promise<SqlRow | undefined> {
  return readBy(db, table, table.key, id);
}

function readBy(db: Database, table: Table, column: string, value: SqlValue) {
  return byName(db)
    .selectFrom(table.table)
    .select(buildSelection(table, undefined))
    .where(`${table.table}.${column}`, '=', value)
    .executeTakeFirst();
}

/** Returns the rows with these ids, in the order of the ids. Leaves out rows that do not exist any more. */
export async function selectRows(
  db: Database,
  table: Table,
  shown: ReturnType<typeof buildSelection>,
  ids: SqlValue[],
): Promise<SqlRow[]> {
  if (ids.length === 0) return [];
  const rows = await byName(db)
    .selectFrom(table.table)
    .select(shown)
    .where(`${table.table}.${table.key}`, 'in', ids)
    .execute();
  const byId = new Map(rows.map((row): [SqlValue, SqlRow] => [row[table.key] ?? null, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/**
 * Returns the SQL of the requested columns (all unless given), the key, and the columns that every row carries.
 */
export function buildSelection(table: Table, cols: readonly string[] | undefined) {
  const names = cols
    ? new Set([table.key, ...cols, ...(table.always ?? [])])
    : Object.keys(table.columns);
  return Array.from(names, (name) => getSql(table, name).as(name));
}
