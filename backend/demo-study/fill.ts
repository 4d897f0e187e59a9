import type { Insertable } from 'kysely';
import { byName, type NamedDatabase, type SqlRow } from 'shared/db/types';
import type { StudyTables } from '../db/study-tables';
import type { Stamps } from '../db/tables/entity-table';
import type { Database } from '../db/types';

/** The maximum number of values in one statement; engines allow about 32,000. */
const MAX_VALUES = 8_000;

/** Inserts many rows that have the same columns, with few statements. */
export function insertRows<Name extends keyof StudyTables>(
  db: Database,
  table: Name,
  rows: readonly (Insertable<StudyTables[Name]> & SqlRow)[],
): Promise<void> {
  return insertRowsByName(byName(db), table, rows);
}

/** Inserts rows into a table whose name comes from a declaration or from the database itself. */
export async function insertRowsByName(
  db: NamedDatabase,
  table: string,
  rows: readonly SqlRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const step = Math.max(1, Math.floor(MAX_VALUES / Object.keys(first).length));
  for (let start = 0; start < rows.length; start += step)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + step))
      .execute();
}

/** Returns the stamps of a record: its creation, and its last change, which by default is the creation. */
export function makeStamps<Prefix extends string>(
  prefix: Prefix,
  user: string,
  made: string,
  changedBy = user,
  changed = made,
): Stamps<Prefix> {
  // TypeScript infers any string for the computed names, so the type must be asserted.
  return {
    [`${prefix}_createuser`]: user,
    [`${prefix}_createdate`]: made,
    [`${prefix}_lastupdateuser`]: changedBy,
    [`${prefix}_lastupdatedate`]: changed,
  } as Stamps<Prefix>;
}

/** Returns `count` rows, each created from its number, counted from 1. */
export function makeMany<Row>(count: number, make: (number: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}
