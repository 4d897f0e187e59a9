import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { getDialect } from './dialect-of';

/** A migration, and the name under which databases recorded it before migrations had numbers. */
export interface NumberedMigration extends Migration {
  formerName?: string;
}

/**
 * Brings a database to its newest tables. Throws an error that names the migration that failed, whose cause is
 * the database's own error.
 */
export async function migrateToLatest<DB>(
  db: Kysely<DB>,
  migrations: Record<string, NumberedMigration>,
): Promise<void> {
  // The host's and the panel's tables may be neighbours, and each has its own list of migrations.
  const schema = await getDialect(db).schemaOf(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (
    tables.some(
      (table) => table.name === 'kysely_migration' && (!schema || table.schema === schema),
    )
  )
    await renameRecorded(db, migrations);
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(
    failed
      ? `The database could not be brought up to date: the migration ${failed} failed.`
      : 'The database could not be brought up to date.',
    { cause: error },
  );
}

/**
 * Gives recorded migrations their present names, all of them or none. Holds the lock under which Kysely
 * migrates; SQLite has none, and there the transaction waits for every other writer.
 */
async function renameRecorded<DB>(
  db: Kysely<DB>,
  migrations: Record<string, NumberedMigration>,
): Promise<void> {
  const { adapter } = db.getExecutor();
  const lock = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' };
  await db.connection().execute(async (held) => {
    await adapter.acquireMigrationLock(held, lock);
    try {
      await held.transaction().execute(async (transaction) => {
        for (const [name, { formerName }] of Object.entries(migrations))
          if (formerName)
            await sql`update kysely_migration set name = ${name} where name = ${formerName}`.execute(
              transaction,
            );
      });
    } finally {
      await adapter.releaseMigrationLock(held, lock);
    }
  });
}
