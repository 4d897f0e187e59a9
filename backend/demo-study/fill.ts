import type { Insertable } from 'kysely';
import type { HostTables, Stamps } from '../db/host-tables';
import { byName, type Database, type NamedDatabase, type SqlRow } from '../db/types';

/** Values in one statement at most; engines take some 32,000. */
const MAX_VALUES = 8_000;

/** Inserts many rows of the same columns, in few statements. */
export function insertRows<Name extends keyof HostTables>(
  db: Database,
  table: Name,
  rows: readonly (Insertable<HostTables[Name]> & SqlRow)[],
): Promise<void> {
  return insertRowsByName(byName(db), table, rows);
}

/** Inserts rows into a table that a declaration, or the database itself, names. */
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

/** The stamps of a record that one user made and another may have changed. */
export function makeStamps<Prefix extends string>(
  prefix: Prefix,
  user: string,
  made: string,
  changedBy = user,
  changed = made,
): Stamps<Prefix> {
  // TypeScript takes names that it computes for any text.
  return {
    [`${prefix}_createuser`]: user,
    [`${prefix}_createdate`]: made,
    [`${prefix}_lastupdateuser`]: changedBy,
    [`${prefix}_lastupdatedate`]: changed,
  } as Stamps<Prefix>;
}

/** Makes `count` rows, numbered from 1. */
export function makeMany<Row>(count: number, make: (number: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}
