import type { SqliteHandle } from 'shared/db/sqlite-file';
import { MIGRATION_TABLES, RENAMED } from './former-tables';

interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/** Returns the tables of an attached database, in the order of their creation. */
export function listStoredTables(sqlite: SqliteHandle, schema: string): string[] {
  return sqlite
    .prepare(
      `select name from ${schema}.sqlite_master where type = 'table'
        and name not like 'sqlite\\_%' escape '\\' order by rowid`,
    )
    .pluck()
    .all()
    .map(String);
}

/** Returns the name that a table of the panel's former database has in the study's database. */
export function nameInStudy(table: string): string {
  return table === RENAMED.from ? RENAMED.to : table;
}

/**
 * Copies the tables, indexes and triggers of the panel's former database, which is attached as `schema`, into the main
 * database, and adds its recorded migrations to those that are there. Runs in the caller's transaction.
 */
export function copyPanel(sqlite: SqliteHandle, schema: string): void {
  const objects = sqlite
    .prepare<[], SchemaObject>(
      `select type, name, tbl_name, sql from ${schema}.sqlite_master
        where sql is not null and name not like 'sqlite\\_%' escape '\\'
        order by case type when 'table' then 0 when 'index' then 1 else 2 end, rowid`,
    )
    .all();
  const isThere = sqlite.prepare('select 1 from main.sqlite_master where name = ?');
  for (const { type, name, tbl_name, sql } of objects) {
    if (!sql) continue;
    const isShared = MIGRATION_TABLES.includes(tbl_name) && isThere.get(name) !== undefined;
    if (!isShared) sqlite.exec(tbl_name === RENAMED.from ? rename(sql) : sql);
    if (type === 'table')
      sqlite.exec(
        `insert or ignore into main."${nameInStudy(name)}" select * from ${schema}."${name}"`,
      );
  }
  continueNumbers(sqlite, schema);
}

function rename(sql: string): string {
  return sql.replaceAll(RENAMED.from, RENAMED.to);
}

/** Makes the generated keys continue after the highest that was ever given, also for rows that were deleted. */
function continueNumbers(sqlite: SqliteHandle, schema: string): void {
  const hasNumbers = sqlite
    .prepare(`select 1 from ${schema}.sqlite_master where name = 'sqlite_sequence'`)
    .get();
  if (!hasNumbers) return;
  // The numbers do not pass through JavaScript, which would store them as floating-point numbers.
  const named = `select case name when '${RENAMED.from}' then '${RENAMED.to}' else name end as name, seq
    from ${schema}.sqlite_sequence`;
  sqlite.exec(`
    delete from main.sqlite_sequence where name in (select name from (${named}));
    insert into main.sqlite_sequence (name, seq) ${named}`);
}
