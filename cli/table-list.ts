import { openOnSqlite } from '../shared/db/connect';
import { migrateToLatest, type NumberedMigration } from '../shared/db/migrate';
import { openSqlite } from '../shared/db/sqlite-file';

/** The columns and key of a table that the migrations create. */
export interface TableShape {
  name: string;
  columns: string[];
  /** The columns of the primary key, in order. */
  key: string[];
}

/**
 * Returns the tables that migrations create, in the order of their creation: each table follows the tables to which it
 * refers.
 */
export async function listTables(
  migrations: Record<string, NumberedMigration>,
): Promise<TableShape[]> {
  const sqlite = openSqlite(':memory:');
  const db = openOnSqlite(sqlite);
  try {
    await migrateToLatest(db, migrations);
    const names = sqlite
      .prepare(
        `select name from sqlite_master where type = 'table'
          and name not like 'sqlite_%' and name not like 'kysely_%' order by rowid`,
      )
      .pluck()
      .all()
      .map(String);
    return names.map((name) => {
      const columns = sqlite.pragma(`table_info("${name}")`) as { name: string; pk: number }[];
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      return {
        name,
        columns: columns.map((column) => column.name),
        key: key.map((column) => column.name),
      };
    });
  } finally {
    await db.destroy();
  }
}
