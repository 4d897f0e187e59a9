import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { getSortableName } from '../db/sortable-dates';
import { TEXT_KEYS } from '../db/text-keys';
import type { Database } from '../db/types';
import { datedTables } from '../entities/host-database';
import type { Table } from '../entities/table';

/** The user and the time of a deletion. */
interface Deletion {
  user: string | null;
  /** The study's local time. */
  date: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/**
 * Copies the complete row of a record into the bin, before it is deleted in the same transaction. Returns the id
 * of the copy.
 */
export async function copyToBin(
  transaction: Database,
  table: Table,
  key: SqlValue,
  { user, date, at }: Deletion,
): Promise<number> {
  // Includes columns that no list shows, such as the hash of a password.
  const row: SqlRow = await byName(transaction)
    .selectFrom(table.table)
    .selectAll()
    .where(table.key, '=', key)
    .executeTakeFirstOrThrow();
  const stored = Object.entries(row).filter(([column]) => !isComputed(table, column));
  const name = row[table.label] ?? null;
  const { deleted_id } = await transaction
    .insertInto('deleted_record')
    .values({
      deleted_entity: table.wireName,
      deleted_key: Number(key),
      deleted_name: name === null ? null : String(name),
      deleted_row: JSON.stringify(Object.fromEntries(stored)),
      deleted_by: user,
      deleted_date: date,
      deleted_at: at,
    })
    .returning('deleted_id')
    .executeTakeFirstOrThrow();
  return deleted_id;
}

/** Returns whether a column holds the keys of texts or the sortable value of a date, which each insert computes anew. */
function isComputed({ table }: Table, column: string): boolean {
  if (column === TEXT_KEYS) return true;
  return datedTables.get(table)?.dates.some((date) => getSortableName(date) === column) ?? false;
}
