import { type Kysely, type Migration, Migrator } from 'kysely';
import { dialectOf } from './dialect-of';

/**
 * Brings a database to its newest tables. Each migration runs in a transaction of its own; throws
 * an error that names the one that failed, whose cause is the database's own error.
 */
export async function migrateToLatest<DB>(
  db: Kysely<DB>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // The host's and the panel's tables may be neighbours, and each has its own list of migrations.
    migrationTableSchema: await dialectOf(db).schemaOf(db),
  });
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
