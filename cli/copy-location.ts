import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { migrateToLatest, type NumberedMigration } from '../shared/db/migrate';
import { APPLICATION_NAME } from '../shared/db/postgres';

/** The two databases of an installation. */
export const parts = ['host', 'panel'] as const;
export type CopyPart = (typeof parts)[number];

/**
 * The location of an installation's databases, before or after the copy: a data folder or a PostgreSQL server.
 */
export interface CopyLocation {
  /** The name of the location in messages, without the password. */
  name: string;
  /**
   * Locks a data folder until `release`, or checks that no panel is connected to a server. Throws an error with
   * one sentence when a panel is using the location.
   */
  acquire(): Promise<void>;
  /** Throws when a panel has started to use the location since `acquire`. */
  assertUnused(): Promise<void>;
  release(): void;
  /** Returns whether the location has this database. */
  has(part: CopyPart): Promise<boolean>;
  open<DB>(part: CopyPart): Promise<Kysely<DB>>;
  /** Creates a database beside its final location. Replaces the database that an interrupted copy has left there. */
  begin<DB>(part: CopyPart, migrations: Record<string, NumberedMigration>): Promise<Kysely<DB>>;
  /** Moves the new databases to the location where the panel opens them. */
  finish(): Promise<void>;
  /**
   * If the source is a data folder, renames its databases, so that nobody mistakes them for those in use. Does nothing
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
  const file = (part: CopyPart) => path.join(dir, `${part}.sqlite`);
  const draft = (part: CopyPart) => path.join(dir, `${part}.copy.sqlite`);
  const begun: CopyPart[] = [];
  let lock: { release(): void } | undefined;
  return {
    name: dir,
    async acquire() {
      lock = lockDataFolder(dir);
    },
    async assertUnused() {},
    release: () => lock?.release(),
    has: async (part) => existsSync(file(part)),
    open: <DB>(part: CopyPart) => openDatabase<DB>({ file: file(part) }),
    async begin<DB>(part: CopyPart, migrations: Record<string, NumberedMigration>) {
      for (const tail of ['', '-wal', '-shm']) rmSync(draft(part) + tail, { force: true });
      begun.push(part);
      return openMigrated(await openDatabase<DB>({ file: draft(part) }), migrations);
    },
    async finish() {
      // Closing the databases has moved the content of the write-ahead logs into the files.
      for (const part of begun) renameSync(draft(part), file(part));
    },
    async retire() {
      for (const part of parts)
        if (existsSync(file(part))) renameSync(file(part), path.join(dir, `${part}.moved.sqlite`));
    },
  };
}

function makeServerLocation(url: string): CopyLocation {
  const begun: CopyPart[] = [];
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
    has: async (part) =>
      (await ask('select 1 from pg_tables where schemaname = $1', [part])).length > 0,
    open: <DB>(part: CopyPart) => openDatabase<DB>({ url, schema: part }),
    async begin<DB>(part: CopyPart, migrations: Record<string, NumberedMigration>) {
      await ask(`drop schema if exists "${part}_copy" cascade`);
      begun.push(part);
      return openMigrated(await openDatabase<DB>({ url, schema: `${part}_copy` }), migrations);
    },
    async finish() {
      const moves = begun.map(
        (part) => `drop schema if exists "${part}";
          alter schema "${part}_copy" rename to "${part}";`,
      );
      // In one transaction, so that both schemas are replaced or neither is.
      await ask(`begin; ${moves.join(' ')} commit;`);
    },
    // The schemas of a server are not renamed, because panels on other machines may be configured to use them.
    // An operator drops them.
    async retire() {},
  };
}

async function openMigrated<DB>(
  db: Kysely<DB>,
  migrations: Record<string, NumberedMigration>,
): Promise<Kysely<DB>> {
  await migrateToLatest(db, migrations);
  return db;
}

/**
 * Throws an error with one sentence unless the database has exactly the migrations of this version of the
 * panel.
 */
export async function checkVersion(
  db: QueryExecutorProvider,
  location: string,
  migrations: Record<string, NumberedMigration>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const there = rows.map(({ name }) => name).sort();
  if (there.join() !== Object.keys(migrations).sort().join())
    throw new Error(
      `The database of ${location} is of another version of the panel. If it is older, start this version on it once; if it is newer, run this command with that version.`,
    );
}
