import { type QueryExecutorProvider, sql } from 'kysely';
import type { TextIndex, Trigger } from './dialect';

/** Returns the names of the sorted indexes, text indexes and row counters of lists. */
export async function listIndexNames(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type in ('index', 'table')
      and (name glob 'list_*' or name glob 'find_*' or name glob 'count_*')`.execute(db);
  // Names without a digest belong to the internal tables of text indexes.
  return rows.map((row) => row.name).filter((name) => /_[0-9a-f]{8}$/.test(name));
}

/** Drops a sorted index, or a text index or row counter with its triggers. */
export async function dropListIndex(db: QueryExecutorProvider, name: string): Promise<void> {
  if (name.startsWith('list_')) {
    await sql`drop index ${sql.id(name)}`.execute(db);
    return;
  }
  // The triggers are on the indexed table, so dropping the index does not drop them.
  for (const when of ['added', 'removed', 'changed'])
    await sql`drop trigger if exists ${sql.id(`${name}_${when}`)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}

/**
 * Creates an index of all sequences of three letters in the keys of texts (sqlite.org/fts5.html, the trigram
 * tokenizer). The index does not store the texts again. Triggers update the index together with the table.
 */
export async function createTextIndex(db: QueryExecutorProvider, index: TextIndex): Promise<void> {
  const table = sql.table(index.table);
  const name = sql.table(index.name);
  const key = sql.ref(index.key);
  const columns = sql.join(index.columns.map((column) => sql.ref(column)));
  const texts = (row: string) =>
    sql.join(index.columns.map((column) => sql`unmarked(${index.buildKey(row, column)})`));
  const add = sql`insert into ${name} (rowid, ${columns}) values (new.${key}, ${texts('new')});`;
  const remove = sql`delete from ${name} where rowid = old.${key};`;
  const trigger = (when: string) => sql.id(`${index.name}_${when}`);
  for (const statement of [
    sql`create virtual table ${name} using fts5(${columns}, content = '', contentless_delete = 1,
      tokenize = 'trigram case_sensitive 1')`,
    sql`insert into ${name} (rowid, ${columns}) select ${key}, ${texts(index.table)} from ${table}`,
    sql`create trigger ${trigger('added')} after insert on ${table} begin ${add} end`,
    sql`create trigger ${trigger('removed')} after delete on ${table} begin ${remove} end`,
    sql`create trigger ${trigger('changed')} after update of ${columns}, ${sql.ref(index.keys)} on ${table}
      begin ${remove} ${add} end`,
  ])
    await statement.execute(db);
}

/**
 * Creates the table and the triggers that count a table's rows (`Dialect.createRowCount`).
 */
export async function createRowCount(
  db: QueryExecutorProvider,
  name: string,
  table: string,
): Promise<void> {
  const rows = sql.table(table);
  const counter = sql.table(name);
  const trigger = (when: string) => sql.id(`${name}_${when}`);
  for (const statement of [
    sql`create table ${counter} as select count(*) as n from ${rows}`,
    sql`create trigger ${trigger('added')} after insert on ${rows}
      begin update ${counter} set n = n + 1; end`,
    sql`create trigger ${trigger('removed')} after delete on ${rows}
      begin update ${counter} set n = n - 1; end`,
  ])
    await statement.execute(db);
}

/** Creates or replaces a trigger (`Dialect.replaceTrigger`). */
export async function replaceTrigger(
  db: QueryExecutorProvider,
  { name, table, event, columns = [], statements }: Trigger,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const followed = columns.length > 0 ? sql` of ${names}` : sql``;
  const body = sql.join(
    statements.map((statement) => sql`${statement};`),
    sql` `,
  );
  await sql`drop trigger if exists ${sql.id(name)}`.execute(db);
  await sql`create trigger ${sql.id(name)} after ${sql.raw(event)}${followed} on ${sql.table(table)}
    begin ${body} end`.execute(db);
}
