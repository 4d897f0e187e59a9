import type { Kysely, PostgresQueryResult } from 'kysely';
import type { QueryConfig } from 'pg';
import { type DatabaseLocation, getLocation, openFile } from 'shared/db/connect';
import { getDialect } from 'shared/db/dialect-of';
import { lockDataFolder } from 'shared/db/lock';
import type { OnLost } from 'shared/db/lost-connection';
import { migrateToLatest } from 'shared/db/migrate';
import { openPostgres } from 'shared/db/postgres';
import type { SqliteHandle } from 'shared/db/sqlite-file';
import { convertFiles } from './conversion/convert-files';
import { convertSchemas } from './conversion/convert-schemas';
import { migrations } from './migrations';
import type { StudyTables } from './study-tables';

/** The study's database, with direct access for rate-limiter-flexible, which does not support Kysely. */
export type StudyDatabase = {
  db: Kysely<StudyTables>;
  location: DatabaseLocation;
  /** Closes the database, and unlocks its data folder. */
  close(): Promise<void>;
} & Access;

type Access =
  | { query: (query: QueryConfig) => Promise<PostgresQueryResult<Record<string, unknown>>> }
  | { sqlite: SqliteHandle };

interface OpenStudyOptions {
  /** The data folder, which is created if it does not exist. */
  dataDir: string;
  /** The URL of a PostgreSQL database, which several processes may use at the same time. */
  databaseUrl?: string;
  /** Returns the error to throw for a lost connection to a server. */
  onLost?: OnLost;
}

/**
 * Opens the study's database and migrates it to the latest version. Converts the databases of an earlier version, in
 * which the host and the panel had one each. Locks the data folder, unless the database is on a server. Throws
 * DataFolderInUseError when another process has the folder open, DatabaseUnreachableError when the server cannot be
 * used, ConversionError when the databases of an earlier version cannot be converted, and, when a migration fails, an
 * error with its name.
 */
export async function openStudyDatabase({
  dataDir,
  databaseUrl,
  onLost,
}: OpenStudyOptions): Promise<StudyDatabase> {
  const lock = databaseUrl ? undefined : lockDataFolder(dataDir);
  try {
    const location = getLocation(dataDir, databaseUrl);
    const access = await open(dataDir, location, onLost);
    const { db } = access;
    const close = async () => {
      try {
        await db.destroy();
      } finally {
        lock?.release();
      }
    };
    try {
      await getDialect(db).alone(db, () => migrateToLatest(db, migrations));
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return { ...access, location, close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function open(dataDir: string, location: DatabaseLocation, onLost: OnLost | undefined) {
  if ('url' in location) {
    await convertSchemas(location.url);
    return openPostgres<StudyTables>({ ...location, onLost });
  }
  convertFiles(dataDir);
  return openFile<StudyTables>(location);
}
