import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { getDialect } from './dialect-of';

/** A migration, with the names under which databases of earlier versions recorded it. */
export interface NumberedMigration extends Migration {
  formerNames?: readonly string[];
}

/**
 * Migrates a database to the latest version. Throws an error that names the migration that failed and has the
 * error of the database as its cause.
 */
export async function migrateToLatest<DB>(
  db: Kysely<DB>,
  migrations: Record<string, NumberedMigration>,
): Promise<void> {
  // Other schemas of the same server may have tables of the same names.
  const schema = await getDialect(db).findSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    // A database made of two has gaps in its list of migrations, because each of the two ended at another one.
    allowUnorderedMigrations: true,
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
 * Changes the former names of recorded migrations to their current names, in one transaction. Holds the lock
 * under which Kysely migrates. On SQLite that lock does nothing; the transaction excludes all other writers.
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
        for (const [name, { formerNames = [] }] of Object.entries(migrations))
          for (const former of formerNames)
            await sql`update kysely_migration set name = ${name} where name = ${former}`.execute(
              transaction,
            );
      });
    } finally {
      await adapter.releaseMigrationLock(held, lock);
    }
  });
}
