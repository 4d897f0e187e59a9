import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { insertRowsByName } from '../backend/demo-study/fill';
import { getDialect } from '../shared/db/dialect-of';
import type { NamedDatabase, SqlRow } from '../shared/db/types';
import type { TableShape } from './table-list';

/** The maximum number of rows that are read together. */
const PAGE = 1_000;

/** The number of rows of a table, and a digest of all rows in the order of their keys. */
interface TableSum {
  name: string;
  rows: number;
  digest: string;
}

/**
 * Copies every row of the tables into a database that has the same tables, and reads the copies to compare
 * them. Calls `report` for each table. Throws an error with one sentence when a copy differs from its source.
 */
export async function copyTables(
  from: NamedDatabase,
  to: NamedDatabase,
  tables: readonly TableShape[],
  report: (sum: TableSum) => void,
): Promise<void> {
  // Deletes rows that the migrations have inserted into the target.
  for (const { name } of [...tables].reverse()) await to.deleteFrom(name).execute();
  for (const table of tables) {
    const sent = await computeSum(from, table, (rows) => insertRowsByName(to, table.name, rows));
    const copied = await computeSum(to, table);
    if (sent.rows !== copied.rows || sent.digest !== copied.digest)
      throw new Error(
        `The table ${table.name} is not the same on both sides: ${sent.rows} rows were read, ${copied.rows} are there.`,
      );
    report(copied);
  }
  await getDialect(to).restartKeys(to);
}

async function computeSum(
  db: NamedDatabase,
  table: TableShape,
  processPage: (rows: SqlRow[]) => Promise<void> = async () => {},
): Promise<TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  for (
    let page = await readPage(db, table);
    page.length > 0;
    page = await readPage(db, table, page)
  ) {
    for (const row of page)
      hash.update(JSON.stringify(table.columns.map((column) => row[column] ?? null)));
    await processPage(page);
    rows += page.length;
  }
  return { name: table.name, rows, digest: hash.digest('hex').slice(0, 16) };
}

/** Returns the first rows in the order of the key, or the rows after those of another page. */
function readPage(db: NamedDatabase, { name, columns, key }: TableShape, before?: SqlRow[]) {
  const last = before?.at(-1);
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const behind: RawBuilder<boolean> | undefined =
    last && sql`(${keys}) > (${sql.join(key.map((column) => last[column]))})`;
  let query = db.selectFrom(name).select(columns).limit(PAGE);
  if (behind) query = query.where(behind);
  for (const column of key) query = query.orderBy(column);
  return query.execute();
}
