import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../backend/db/connect';
import { lockDataFolder } from '../backend/db/lock';
import { migrateToLatest, type NumberedMigration } from '../backend/db/migrate';
import { APPLICATION_NAME } from '../backend/db/postgres';

/** The two databases of an installation. */
export const parts = ['host', 'panel'] as const;
export type Part = (typeof parts)[number];

/** Where an installation's databases are, or are to be: a data folder or a PostgreSQL server. */
export interface CopyPlace {
  /** For people: the password left out. */
  name: string;
  /** Nobody else uses it until `release`. Throws one sentence when somebody does. */
  hold(): Promise<void>;
  /** Throws when somebody has come since. */
  stillHeld(): Promise<void>;
  release(): void;
  has(part: Part): Promise<boolean>;
  open<DB>(part: Part): Promise<Kysely<DB>>;
  /** A new database beside the place where it will be; an unfinished one of before is thrown away. */
  begin<DB>(part: Part, migrations: Record<string, NumberedMigration>): Promise<Kysely<DB>>;
  /** All that was begun takes its place: from now on the panel finds it. */
  finish(): Promise<void>;
  /** Renames the copied data, so that nobody takes it for the data in use. */
  retire(): Promise<void>;
}

export function getCopyPlace(text: string): CopyPlace {
  return /^postgres(ql)?:/.test(text) ? onServer(text) : inFolder(path.resolve(text));
}

function inFolder(dir: string): CopyPlace {
  const file = (part: Part) => path.join(dir, `${part}.sqlite`);
  const draft = (part: Part) => path.join(dir, `${part}.copy.sqlite`);
  const begun: Part[] = [];
  let lock: { release(): void } | undefined;
  return {
    name: dir,
    async hold() {
      lock = lockDataFolder(dir);
    },
    async stillHeld() {},
    release: () => lock?.release(),
    has: async (part) => existsSync(file(part)),
    open: <DB>(part: Part) => openDatabase<DB>({ file: file(part) }),
    async begin<DB>(part: Part, migrations: Record<string, NumberedMigration>) {
      for (const tail of ['', '-wal', '-shm']) rmSync(draft(part) + tail, { force: true });
      begun.push(part);
      return migrated(await openDatabase<DB>({ file: draft(part) }), migrations);
    },
    async finish() {
      // Closing has written the journal into the file.
      for (const part of begun) renameSync(draft(part), file(part));
    },
    async retire() {
      for (const part of parts)
        if (existsSync(file(part))) renameSync(file(part), path.join(dir, `${part}.moved.sqlite`));
    },
  };
}

function onServer(url: string): CopyPlace {
  const begun: Part[] = [];
  const place = new URL(url);
  place.password = '';
  const ask = async (statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  const lookForUsers = async () => {
    const users = await ask(
      `select pid from pg_stat_activity
          where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    );
    if (users.length > 0)
      throw new Error(`A panel is working on ${place.href}: stop all of them first.`);
  };
  return {
    name: place.href,
    hold: lookForUsers,
    stillHeld: lookForUsers,
    release: () => {},
    has: async (part) =>
      (await ask('select 1 from pg_tables where schemaname = $1', [part])).length > 0,
    open: <DB>(part: Part) => openDatabase<DB>({ url, schema: part }),
    async begin<DB>(part: Part, migrations: Record<string, NumberedMigration>) {
      await ask(`drop schema if exists "${part}_copy" cascade`);
      begun.push(part);
      return migrated(await openDatabase<DB>({ url, schema: `${part}_copy` }), migrations);
    },
    async finish() {
      const moves = begun.map(
        (part) => `drop schema if exists "${part}";
          alter schema "${part}_copy" rename to "${part}";`,
      );
      // One transaction: both take their place, or neither does.
      await ask(`begin; ${moves.join(' ')} commit;`);
    },
    // Several panels may look at it from elsewhere: its schemas stay until somebody drops them.
    async retire() {},
  };
}

async function migrated<DB>(
  db: Kysely<DB>,
  migrations: Record<string, NumberedMigration>,
): Promise<Kysely<DB>> {
  await migrateToLatest(db, migrations);
  return db;
}

/** Throws one sentence unless the database is of this very version of the panel. */
export async function checkVersion(
  db: QueryExecutorProvider,
  place: string,
  migrations: Record<string, NumberedMigration>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const there = rows.map(({ name }) => name).sort();
  if (there.join() !== Object.keys(migrations).sort().join())
    throw new Error(
      `The database of ${place} is of another version: start this version of the panel on it once.`,
    );
}
