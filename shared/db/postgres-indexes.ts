import { type QueryExecutorProvider, sql } from 'kysely';
import type { SortedIndex, TextIndex, Trigger } from './dialect';

/** The suffix of the index for descending order. */
const BACKWARDS = '_desc';

/** Returns the names of the sorted indexes, text indexes and row counters of lists. */
export async function listIndexNames(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema()
      and (indexname like 'list\_%' or indexname like 'find\_%')
    union all select tablename from pg_tables where schemaname = current_schema()
      and tablename like 'count\_%'`.execute(db);
  return rows.map((row) => row.name).filter((name) => /_[0-9a-f]{8}$/.test(name));
}

/** Drops a sorted index in both directions, a text index, or a row counter with its triggers. */
export async function dropListIndex(db: QueryExecutorProvider, name: string): Promise<void> {
  if (!name.startsWith('count_')) {
    for (const index of [name, name + BACKWARDS])
      await sql`drop index if exists ${sql.id(index)}`.execute(db);
    return;
  }
  // Dropping the function also drops the triggers of the counter, which are on the counted table.
  await sql`drop function ${sql.id(name)}() cascade`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}

/**
 * Creates two indexes for a sorted column, one for each direction, because rows without a value come last in both
 * directions.
 */
export async function createSortedIndex(
  db: QueryExecutorProvider,
  { name, table, key, value }: SortedIndex,
): Promise<void> {
  for (const [index, direction] of [
    [name, sql`asc`],
    [name + BACKWARDS, sql`desc`],
  ] as const)
    await sql`create index ${sql.id(index)} on ${sql.table(table)}
      ((${value}) ${direction} nulls last, ${sql.ref(key)} ${direction})`.execute(db);
}

/**
 * Creates an index of all sequences of three letters in the keys of texts
 * (postgresql.org/docs/current/pgtrgm.html). Does nothing if the extension pg_trgm is not installed.
 */
export async function createTextIndex(db: QueryExecutorProvider, index: TextIndex): Promise<void> {
  const schema = await findTrigramSchema(db);
  if (schema === undefined) return;
  const texts = index.columns.map(
    (column) =>
      sql`unmarked(${index.buildKey(undefined, column)}) ${sql.table(`${schema}.gin_trgm_ops`)}`,
  );
  await sql`create index ${sql.id(index.name)} on ${sql.table(index.table)}
    using gin (${sql.join(texts)})`.execute(db);
}

/** Creates the table, the function and the triggers that count a table's rows (`Dialect.createRowCount`). */
export async function createRowCount(
  db: QueryExecutorProvider,
  name: string,
  table: string,
): Promise<void> {
  const rows = sql.table(table);
  const counter = sql.table(name);
  const trigger = (when: string) => sql.id(`${name}_${when}`);
  // The triggers run once for each statement, regardless of its number of rows.
  const body = `declare
      changed bigint;
    begin
      select count(*) into changed from moved;
      if tg_op = 'DELETE' then changed := -changed; end if;
      update "${name}" set n = n + changed;
      return null;
    end`;
  for (const statement of [
    sql`create table ${counter} as select count(*) as n from ${rows}`,
    sql`create function ${sql.id(name)}() returns trigger language plpgsql as ${sql.lit(body)}`,
    sql`create trigger ${trigger('added')} after insert on ${rows}
      referencing new table as moved for each statement execute function ${sql.id(name)}()`,
    sql`create trigger ${trigger('removed')} after delete on ${rows}
      referencing old table as moved for each statement execute function ${sql.id(name)}()`,
  ])
    await statement.execute(db);
}

/** Creates or replaces a trigger and the function that it calls (`Dialect.replaceTrigger`). */
export async function replaceTrigger(
  db: QueryExecutorProvider,
  { name, table, event, columns = [], statements }: Trigger,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const followed = columns.length > 0 ? sql` of ${names}` : sql``;
  const texts = statements.map((statement) => `${statement.compile(db).sql};`);
  const body = `begin ${texts.join('\n')} return null; end`;
  for (const statement of [
    sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql
      as ${sql.lit(body)}`,
    sql`drop trigger if exists ${sql.id(name)} on ${sql.table(table)}`,
    sql`create trigger ${sql.id(name)} after ${sql.raw(event)}${followed} on ${sql.table(table)}
      for each row execute function ${sql.id(name)}()`,
  ])
    await statement.execute(db);
}

/** Returns whether the extension pg_trgm, which text indexes need, is installed. */
export async function hasTrigrams(db: QueryExecutorProvider): Promise<boolean> {
  return (await findTrigramSchema(db)) !== undefined;
}

/** Returns the schema of the extension pg_trgm, if it is installed. */
async function findTrigramSchema(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_extension
      join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db);
  return rows[0]?.name;
}
