import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeMigrations } from '../../../app/lib/core/server/migrations';
import { migrations } from '../../../backend/db/migrations';
import { checkDatabase } from '../../../cli/databases';
import { openDatabase } from '../../../shared/db/connect';
import { migrateToLatest, type NumberedMigration } from '../../../shared/db/migrate';
import { defined } from '../../../shared/defined';
import { emptyDatabase } from '../../support/database';
import { tempFolder } from '../../support/folders';

const lists = [
  { part: 'host', list: migrations, folder: 'backend/db/migrations', count: 9 },
  { part: 'panel', list: storeMigrations, folder: 'app/lib/core/server/migrations', count: 16 },
];

/** Returns the migrations under the names that they had before they were numbered. */
function underFormerNames(list: Record<string, NumberedMigration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.values(list).flatMap(({ formerName, ...migration }) =>
      formerName ? [[formerName, migration]] : [],
    ),
  );
}

/** Makes a database as an earlier version did, with all migrations of the list or the first `count`. */
async function openEarlier(list: Record<string, NumberedMigration>, count?: number) {
  const db = await emptyDatabase<unknown>();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(underFormerNames(list)).slice(0, count);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(earlier) },
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect(await recorded(db)).toEqual(earlier.map(([name]) => name));
  return db;
}

async function recorded(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

describe.each(lists)("the $part's migrations", ({ list, folder, count }) => {
  it('are numbered without a gap, one file each', () => {
    const names = Object.keys(list);
    expect(names.length).toBeGreaterThanOrEqual(count);
    expect(names.map((name) => Number(/^(\d{4})-[a-z-]+$/.exec(name)?.[1]))).toEqual(
      names.map((_name, index) => index + 1),
    );
    expect(readdirSync(folder).sort()).toEqual([...names.map((name) => `${name}.ts`), 'index.ts']);
  });

  it('import nothing of the project', () => {
    for (const name of Object.keys(list)) {
      const text = readFileSync(path.join(folder, `${name}.ts`), 'utf8');
      const sources = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
      expect(sources, name).toContain('kysely');
      for (const source of sources) expect(source, name).toMatch(/^(kysely$|node:)/);
    }
  });

  it('open a database that has recorded them under their former names', async () => {
    const db = await openEarlier(list);
    await migrateToLatest(db, list);
    expect(await recorded(db)).toEqual(Object.keys(list));
    // Once more, as at the next start.
    await migrateToLatest(db, list);
    expect(await recorded(db)).toEqual(Object.keys(list));
  });

  it('go on where an earlier version stopped', async () => {
    const db = await openEarlier(list, 3);
    await migrateToLatest(db, list);
    expect(await recorded(db)).toEqual(Object.keys(list));
  });

  it.each(['0099-next', '2026-11-27-later'])(
    'let %s be added to a database with the former names',
    async (name) => {
      const db = await openEarlier(list);
      const added: NumberedMigration = {
        up: (on: Kysely<unknown>) =>
          on.schema.createTable('added_later').addColumn('id', 'integer').execute(),
      };
      await migrateToLatest(db, { ...list, [name]: added });
      expect(await recorded(db)).toEqual([...Object.keys(list), name]);
      const { rows } = await sql`select id from added_later`.execute(db);
      expect(rows).toEqual([]);
    },
  );

  it('rename no recorded migration when one of the new names is taken', async () => {
    const db = await openEarlier(list);
    const before = await recorded(db);
    const renamed = Object.keys(list).filter((name) => defined(list[name]).formerName);
    const [last] = renamed.slice(-1);
    // The last new name is taken, so that its renaming fails after all others.
    await sql`insert into kysely_migration values (${last}, '2026-01-01')`.execute(db);
    await expect(migrateToLatest(db, list)).rejects.toThrow(/unique/i);
    expect(await recorded(db)).toEqual([last, ...before].sort());
  });

  it('undo everything that a failed migration has done, as after a kill of the panel', async () => {
    const db = await emptyDatabase<unknown>();
    onTestFinished(() => db.destroy());
    await migrateToLatest(db, list);
    const before = await recorded(db);
    const addTable = (on: Kysely<unknown>) =>
      on.schema.createTable('added_later').addColumn('id', 'integer').execute();
    const cut = async (on: Kysely<unknown>) => {
      await addTable(on);
      throw new Error('cut off');
    };
    await expect(migrateToLatest(db, { ...list, '9999-next': { up: cut } })).rejects.toThrow(
      'The database could not be brought up to date: the migration 9999-next failed.',
    );
    expect(await recorded(db)).toEqual(before);
    // This would fail if the table of the failed migration were still there.
    await migrateToLatest(db, { ...list, '9999-next': { up: addTable } });
    expect(await recorded(db)).toEqual([...before, '9999-next']);
  });

  it('are known to a restore under their former and their present names', async () => {
    const file = path.join(tempFolder(), 'earlier.sqlite');
    const db = await openDatabase<unknown>({ file });
    const provider = { getMigrations: async () => underFormerNames(list) };
    expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined();
    checkDatabase(file, list);
    await migrateToLatest(db, list);
    checkDatabase(file, list);
    await sql`insert into kysely_migration values ('9999-newer', '2099-01-01')`.execute(db);
    expect(() => checkDatabase(file, list)).toThrow(
      `The database ${file} is of a newer version of the panel: 9999-newer is not known.`,
    );
    await db.destroy();
  });
});

it('the migration to separate tables keeps idempotency keys of completed requests, and drops locks', async () => {
  const db = await openEarlier(storeMigrations);
  await sql`
    insert into submission (username, token, created_at, location, owner) values
    ('ann', 'completed', 1, '/home', 'ended 1'), ('ann', 'under-way', 2, null, 'ended 2'),
    ('', 'a-record', 3, null, 'ended 3')`.execute(db);
  await migrateToLatest(db, storeMigrations);
  const keys = await sql`select key, location, owner from idempotency_key`.execute(db);
  expect(keys.rows).toEqual([{ key: 'ann completed', location: '/home', owner: null }]);
  expect((await sql`select key from record_lock`.execute(db)).rows).toEqual([]);
});
