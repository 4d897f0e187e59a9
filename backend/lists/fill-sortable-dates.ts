import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { normalizeDate } from 'shared/list/values';
import { type DatedTable, type DatedTables, getSortableName } from '../db/sortable-dates';
import type { Database } from '../db/types';
import { digest } from './lookups';

/** The setting that stores the date columns and the time zone rules with which all sortable values were computed. */
const SETTING = 'sortable_dates';
/** The maximum number of rows of one transaction; other writers wait for the table until it ends. */
const BATCH = 5_000;

/**
 * Computes the sortable values of all dates. Does nothing if the stored values were computed for the same
 * dates, time zone and version of the time zone database. Writes each batch of rows in a transaction of its
 * own; after an interruption, the next call skips the rows that are already correct.
 */
export async function fillSortableDates(
  db: Database,
  tables: DatedTables,
  timeZone: string,
): Promise<void> {
  const rules = `${timeZone} ${process.versions.tz} ${digest(JSON.stringify([...tables]))}`;
  const stored = await db
    .selectFrom('host_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  if (stored?.value === rules) return;
  // The setting is deleted first: if the work is interrupted, the stored values belong to two time zones and must be
  // computed again.
  await db.deleteFrom('host_setting').where('name', '=', SETTING).execute();
  for (const [name, table] of tables) {
    let last: SqlValue | undefined = Number.MIN_SAFE_INTEGER;
    while (last !== undefined) {
      last = await fillBatch(db, name, table, timeZone, last);
      await setImmediate();
    }
  }
  await db.insertInto('host_setting').values({ name: SETTING, value: rules }).execute();
}

/**
 * Fills the next rows after a key, in the order of the keys. Returns the key of the last row, or undefined when
 * no rows remain.
 */
function fillBatch(
  db: Database,
  name: string,
  { key, dates }: DatedTable,
  timeZone: string,
  after: SqlValue,
): Promise<SqlValue | undefined> {
  return db.transaction().execute(async (transaction) => {
    const dialect = getDialect(transaction);
    await dialect.lockTable(transaction, name);
    const sortable = dates.map(getSortableName);
    // A text that equals its sortable value has no time zone, so its sortable value is the same in every time
    // zone.
    const differing = dates.map(
      (date) => sql<boolean>`${sql.ref(getSortableName(date))} is distinct from ${sql.ref(date)}`,
    );
    const rows: SqlRow[] = await byName(transaction)
      .selectFrom(name)
      .select([key, ...dates, ...sortable])
      .where(key, '>', after)
      .where(sql<boolean>`(${sql.join(differing, sql` or `)})`)
      .orderBy(key)
      .limit(BATCH)
      .execute();
    const wanted = rows.map((row) => [
      row[key],
      ...dates.map((date) => normalizeDate(row[date], timeZone)),
    ]);
    const changed = wanted.filter((values, n) =>
      sortable.some((column, index) => values[index + 1] !== rows[n]?.[column]),
    );
    if (changed.length > 0) {
      const value = (index: number): RawBuilder<SqlValue> => sql`v.value ->> ${sql.lit(index)}`;
      const sets = sortable.map((column, index) => sql`${sql.ref(column)} = ${value(index + 1)}`);
      await sql`update ${sql.table(name)} set ${sql.join(sets)}
        from ${dialect.elements(JSON.stringify(changed))} as v
        where ${sql.ref(`${name}.${key}`)} = cast(${value(0)} as bigint)`.execute(transaction);
    }
    return rows.length < BATCH ? undefined : rows.at(-1)?.[key];
  });
}
