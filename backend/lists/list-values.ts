import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { readOnThread } from 'shared/db/long-reads';
import { byName, type SqlValue } from 'shared/db/types';
import { type FieldValues, makeValueCounter } from 'shared/list/count-values';
import { allRows } from 'shared/list/grammar';
import type { Database } from '../db/types';
import { getKinds, getSql, type Table } from '../entities/table';
import { excludeWithdrawn, type ListSource } from './list-conditions';

const KEY = 'list_key';
/** The number of rows whose values are counted at once. Other requests run in between. */
const PART = 2_000;

/**
 * Returns, for each field with at most 30 values, these values with their numbers of rows in the whole list. Ignores
 * fields that are neither texts nor choices. Counts the rows in parts, because grouping 100,000 rows by one column
 * after the other would keep other requests waiting.
 */
export async function countListValues(
  db: Database,
  source: ListSource,
  fields: readonly string[],
): Promise<FieldValues[]> {
  const { table } = source;
  const kinds = getKinds(table);
  const counted = fields.filter((field) => {
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
    return kind === 'text' || kind === 'choice';
  });
  const counter = makeValueCounter(counted, kinds);
  let after: SqlValue | undefined;
  do {
    const open = counter.listOpen();
    if (open.length === 0) break;
    const last = await findLastKey(db, source, after);
    for (const { field, value, n } of await countPart(db, source, open, [after, last]))
      counter.add(open[Number(field)] ?? '', value, Number(n));
    after = last;
    await setImmediate();
  } while (after !== undefined);
  return counter.finish();
}

/** Returns the key of the last row of the next part, or undefined if that part ends with the table. */
async function findLastKey(
  db: Database,
  { table, where }: ListSource,
  after: SqlValue | undefined,
): Promise<SqlValue | undefined> {
  const key = getKey(table);
  let rows = byName(db)
    .selectFrom(table.table)
    .select(key.as(KEY))
    .orderBy(key)
    .offset(PART - 1)
    .limit(1);
  if (where) rows = rows.where(where);
  if (after !== undefined) rows = rows.where(sql<boolean>`${key} > ${after}`);
  return (await rows.executeTakeFirst())?.[KEY];
}

/** Returns each value of the fields in a part of the rows. `field` is the index of the field. */
async function countPart(
  db: Database,
  { table, where }: ListSource,
  fields: readonly string[],
  [after, last]: readonly [after: SqlValue | undefined, last: SqlValue | undefined],
) {
  const key = getKey(table);
  let part = byName(db)
    .selectFrom(table.table)
    .select(
      fields.map((field, index) =>
        sql<SqlValue>`cast(${getSql(table, field)} as text)`.as(`v${index}`),
      ),
    );
  if (where) part = part.where(where);
  for (const condition of excludeWithdrawn(table, allRows)) part = part.where(condition);
  if (after !== undefined) part = part.where(sql<boolean>`${key} > ${after}`);
  if (last !== undefined) part = part.where(sql<boolean>`${key} <= ${last}`);
  const counts = fields.map((_, index) => {
    const value = sql.ref(`v${index}`);
    return sql`select ${sql.lit(index)} as field, ${value} as value, count(*) as n from part group by ${value}`;
  });
  const counted = sql<{ field: number; value: string | null; n: number }>`
    with part as materialized ${part} ${sql.join(counts, sql` union all `)}
  `;
  return readOnThread(db, counted.compile(db));
}

function getKey({ table, key }: Table) {
  return sql.ref<SqlValue>(`${table}.${key}`);
}
