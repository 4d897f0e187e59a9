import type { Database, SqlRow } from '../db/types';

/** Values in one statement at most; engines take some 32,000. */
const MAX_VALUES = 8_000;

/** Inserts many rows of the same columns, in few statements. */
export async function insertRows(
  db: Database,
  table: string,
  rows: readonly SqlRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const step = Math.max(1, Math.floor(MAX_VALUES / Object.keys(rows[0]).length));
  for (let start = 0; start < rows.length; start += step)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + step))
      .execute();
}

/** The stamps of a record that one user made and another may have changed. */
export function stampsBy(
  prefix: string,
  user: string,
  made: string,
  changedBy = user,
  changed = made,
): SqlRow {
  return {
    [`${prefix}_createuser`]: user,
    [`${prefix}_createdate`]: made,
    [`${prefix}_lastupdateuser`]: changedBy,
    [`${prefix}_lastupdatedate`]: changed,
  };
}

/** Makes `count` rows, numbered from 1. */
export function many(count: number, make: (number: number) => SqlRow): SqlRow[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}
