import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { hasDatabase } from '../backend/db/conversion/convert-files';
import { deleteFormerFiles } from '../backend/db/conversion/former-files';
import { migrations } from '../backend/db/migrations';
import type { StudyTables } from '../backend/db/study-tables';
import type { Database } from '../backend/db/types';
import { type DatabaseLocation, openDatabase, STUDY_FILE } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { migrateToLatest } from '../shared/db/migrate';
import { APPLICATION_NAME } from '../shared/db/postgres';

/** The location of a study's database, before or after the copy: a data folder or a PostgreSQL server. */
export interface CopyLocation {
  /** The name of the location in messages, without the password. */
  name: string;
  /**
   * Locks a data folder until `release`, or checks that no panel is connected to a server. Throws an error with
   * one sentence when a panel is using the location.
   */
  acquire(): Promise<void>;
  /** Throws when a panel is connected to a server. Does nothing for a data folder, which its user locks. */
  assertUnused(): Promise<void>;
  release(): void;
  /** Returns whether the location has the study's database, or the two databases of an earlier version. */
  find(): Promise<'study' | 'former' | undefined>;
  open(): Promise<Database>;
  /** Creates a database beside its final location. Replaces the database that an interrupted copy has left there. */
  begin(): Promise<Database>;
  /** Moves the new database to the location where the panel opens it. */
  finish(): Promise<void>;
  /**
   * If the source is a data folder, renames its database, so that nobody mistakes it for the one in use. Does nothing
   * on a server.
   */
  retire(): Promise<void>;
}

/** Returns the location for the URL of a PostgreSQL server or the path of a data folder. */
export function getCopyLocation(text: string): CopyLocation {
  return /^postgres(ql)?:/.test(text)
    ? makeServerLocation(text)
    : makeFolderLocation(path.resolve(text));
}

function makeFolderLocation(dir: string): CopyLocation {
  const file = path.join(dir, STUDY_FILE);
  const draft = path.join(dir, 'study.copy.sqlite');
  let lock: { release(): void } | undefined;
  return {
    name: dir,
    async acquire() {
      lock = lockDataFolder(dir);
    },
    async assertUnused() {},
    release: () => lock?.release(),
    async find() {
      if (existsSync(file)) return 'study';
      return hasDatabase(dir) ? 'former' : undefined;
    },
    open: () => openDatabase<StudyTables>({ file }),
    async begin() {
      for (const tail of ['', '-wal', '-shm']) rmSync(draft + tail, { force: true });
      return openMigrated({ file: draft });
    },
    async finish() {
      // Closing the database has moved the content of the write-ahead log into the file.
      renameSync(draft, file);
    },
    async retire() {
      // They have the data as it was before the conversion.
      deleteFormerFiles(dir);
      renameSync(file, path.join(dir, 'study.moved.sqlite'));
    },
  };
}

function makeServerLocation(url: string): CopyLocation {
  const address = new URL(url);
  address.password = '';
  // The query can contain the password too.
  address.search = '';
  const ask = async (statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  const assertNoPanels = async () => {
    const users = await ask(
      `select pid from pg_stat_activity
          where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    );
    if (users.length > 0)
      throw new Error(`A panel is using ${address.href}: stop all panels first.`);
  };
  return {
    name: address.href,
    acquire: assertNoPanels,
    assertUnused: assertNoPanels,
    release: () => {},
    async find() {
      // The conversion of an earlier version leaves only the record of migrations in its schemas.
      const [row] = await ask(
        `select max(schemaname) as last from pg_tables where schemaname = 'study'
            or (schemaname in ('host', 'panel') and tablename not like 'kysely%')`,
      );
      if (!row.last) return undefined;
      return row.last === 'study' ? 'study' : 'former';
    },
    open: () => openDatabase<StudyTables>({ url, schema: 'study' }),
    async begin() {
      await ask('drop schema if exists study_copy cascade');
      return openMigrated({ url, schema: 'study_copy' });
    },
    async finish() {
      await ask(
        'begin; drop schema if exists study cascade; alter schema study_copy rename to study; commit;',
      );
    },
    // The schema of a server is not renamed, because panels on other machines may be configured to use it.
    // An operator drops it.
    async retire() {},
  };
}

async function openMigrated(location: DatabaseLocation): Promise<Database> {
  const db = await openDatabase<StudyTables>(location);
  await migrateToLatest(db, migrations);
  return db;
}

/**
 * Throws an error with one sentence unless the database has exactly the migrations of this version of the
 * panel.
 */
export async function checkVersion(db: QueryExecutorProvider, location: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const there = rows.map(({ name }) => name).sort();
  if (there.join() !== Object.keys(migrations).sort().join())
    throw new Error(
      `The database of ${location} is of another version of the panel. If it is older, start this version on it once; if it is newer, run this command with that version.`,
    );
}
