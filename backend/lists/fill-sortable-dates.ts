import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { normalizeDate } from 'shared/list/values';
import { getDialect } from '../db/dialect-of';
import { type DatedTable, type DatedTables, getSortableName } from '../db/sortable-dates';
import { byName, type Database, type SqlRow, type SqlValue } from '../db/types';
import { digest } from './lookups';

/** The setting that names the dates of which all sortable values have been computed, and the rules for it. */
const SETTING = 'sortable_dates';
/** Rows of one transaction, during which others wait to write to the table. */
const BATCH = 5_000;

/**
 * Computes the sortable values of all dates, unless the stored ones are of these dates, this time zone and this
 * runtime's knowledge of it. Each batch of rows is a transaction of its own; the next call goes on where this
 * one was interrupted.
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
  // Interrupted, the values are of two zones.
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

/** Fills the first rows behind a key. Returns the last of their keys, or undefined when there are no more. */
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
    // A text that is its own sortable value has no zone: it stays as it is in every other one.
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
      sortable.some((column, place) => values[place + 1] !== rows[n]?.[column]),
    );
    if (changed.length > 0) {
      const value = (place: number): RawBuilder<SqlValue> => sql`v.value ->> ${sql.lit(place)}`;
      const sets = sortable.map((column, place) => sql`${sql.ref(column)} = ${value(place + 1)}`);
      await sql`update ${sql.table(name)} set ${sql.join(sets)}
        from ${dialect.elements(JSON.stringify(changed))} as v
        where ${sql.ref(`${name}.${key}`)} = cast(${value(0)} as bigint)`.execute(transaction);
    }
    return rows.length < BATCH ? undefined : rows.at(-1)?.[key];
  });
}
