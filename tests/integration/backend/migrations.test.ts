import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import { checkDatabase } from '../../../cli/databases';
import { openDatabase } from '../../../shared/db/connect';
import { migrateToLatest, type NumberedMigration } from '../../../shared/db/migrate';
import { emptyDatabase } from '../../support/database';
import { tempFolder } from '../../support/folders';

const folder = 'backend/db/migrations';
const names = Object.keys(migrations);

/** The names under which databases have recorded a migration, from the first version to the one before this. */
const namings: Record<string, GetName> = {
  'the dates of the first version': (name) =>
    getFormerNames(name).find((former) => /^\d{4}-\d\d-/.test(former)),
  'the numbers of two databases': (name) =>
    getFormerNames(name).find((former) => /^\d{4}-[a-z]/.test(former)) ?? name,
};

/** Returns the name that a migration had, or undefined if the version did not have it. */
type GetName = (name: string) => string | undefined;

function getFormerNames(name: string): readonly string[] {
  return migrations[name]?.formerNames ?? [];
}

/** Returns the migrations under the names that they had. */
function underFormerNames(getName: GetName): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).flatMap(([name, { formerNames: _, ...migration }]) => {
      const former = getName(name);
      return former === undefined ? [] : [[former, migration]];
    }),
  );
}

/** Makes a database as an earlier version did, with all migrations or the first `count`. */
async function openEarlier(getName: GetName, count?: number) {
  const db = await emptyDatabase<unknown>();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(underFormerNames(getName)).slice(0, count);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(earlier) },
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect(await recorded(db)).toEqual(earlier.map(([name]) => name).sort());
  return db;
}

async function recorded(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

describe('the migrations', () => {
  it('are numbered without a gap, one file each', () => {
    expect(names.length).toBeGreaterThanOrEqual(59);
    expect(names.map((name) => Number(/^(\d{4})-[a-z-]+$/.exec(name)?.[1]))).toEqual(
      names.map((_name, index) => index + 1),
    );
    expect(readdirSync(folder).sort()).toEqual([...names.map((name) => `${name}.ts`), 'index.ts']);
  });

  it('import nothing of the project', () => {
    for (const name of names) {
      const text = readFileSync(path.join(folder, `${name}.ts`), 'utf8');
      const sources = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
      expect(sources, name).toContain('kysely');
      for (const source of sources) expect(source, name).toMatch(/^(kysely$|node:)/);
    }
  });

  it('undo everything that a failed migration has done, as after a kill of the panel', async () => {
    const db = await emptyDatabase<unknown>();
    onTestFinished(() => db.destroy());
    await migrateToLatest(db, migrations);
    const before = await recorded(db);
    const addTable = (on: Kysely<unknown>) =>
      on.schema.createTable('added_later').addColumn('id', 'integer').execute();
    const cut = async (on: Kysely<unknown>) => {
      await addTable(on);
      throw new Error('cut off');
    };
    await expect(migrateToLatest(db, { ...migrations, '9999-next': { up: cut } })).rejects.toThrow(
      'The database could not be brought up to date: the migration 9999-next failed.',
    );
    expect(await recorded(db)).toEqual(before);
    // This would fail if the table of the failed migration were still there.
    await migrateToLatest(db, { ...migrations, '9999-next': { up: addTable } });
    expect(await recorded(db)).toEqual([...before, '9999-next']);
  });
});

describe.each(Object.entries(namings))(
  'a database that names its migrations by %s',
  (_, getName) => {
    it('is brought up to date', async () => {
      const db = await openEarlier(getName);
      await migrateToLatest(db, migrations);
      expect(await recorded(db)).toEqual(names);
      // Once more, as at the next start.
      await migrateToLatest(db, migrations);
      expect(await recorded(db)).toEqual(names);
    });

    it('goes on where an earlier version stopped', async () => {
      const db = await openEarlier(getName, 3);
      await migrateToLatest(db, migrations);
      expect(await recorded(db)).toEqual(names);
    });

    it.each(['0099-next', '2026-11-27-later'])('gets the added migration %s', async (name) => {
      const db = await openEarlier(getName);
      const added: NumberedMigration = {
        up: (on: Kysely<unknown>) =>
          on.schema.createTable('added_later').addColumn('id', 'integer').execute(),
      };
      await migrateToLatest(db, { ...migrations, [name]: added });
      expect(await recorded(db)).toEqual([...names, name]);
      const { rows } = await sql`select id from added_later`.execute(db);
      expect(rows).toEqual([]);
    });

    it('is not changed when one of the new names is taken', async () => {
      const db = await openEarlier(getName);
      const before = await recorded(db);
      const [last = ''] = names
        .filter((name) => ![undefined, name].includes(getName(name)))
        .slice(-1);
      // The last new name is taken, so that its renaming fails after all others.
      await sql`insert into kysely_migration values (${last}, '2026-01-01')`.execute(db);
      await expect(migrateToLatest(db, migrations)).rejects.toThrow(/unique/i);
      expect(await recorded(db)).toEqual([last, ...before].sort());
    });

    it('is known to a restore before and after it is brought up to date', async () => {
      const file = path.join(tempFolder(), 'earlier.sqlite');
      const db = await openDatabase<unknown>({ file });
      const provider = { getMigrations: async () => underFormerNames(getName) };
      expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined();
      checkDatabase(file);
      await migrateToLatest(db, migrations);
      checkDatabase(file);
      await sql`insert into kysely_migration values ('9999-newer', '2099-01-01')`.execute(db);
      expect(() => checkDatabase(file)).toThrow(
        `The database ${file} is of a newer version of the panel: 9999-newer is not known.`,
      );
      await db.destroy();
    });
  },
);

it('a database of which each part stopped at a migration of its own goes on in both', async () => {
  const db = await emptyDatabase<unknown>();
  onTestFinished(() => db.destroy());
  const isThere = (name: string) => name < '0012' || (name >= '0019' && name < '0050');
  const earlier = Object.entries(migrations).filter(([name]) => isThere(name));
  await migrateToLatest(db, Object.fromEntries(earlier));
  await migrateToLatest(db, migrations);
  expect(await recorded(db)).toEqual(names);
});

it('the migration to separate tables keeps idempotency keys of completed requests, and drops locks', async () => {
  const db = await emptyDatabase<unknown>();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(migrations).filter(([name]) => name < '0034');
  await migrateToLatest(db, Object.fromEntries(earlier));
  await sql`
    insert into submission (username, token, created_at, location, owner) values
    ('ann', 'completed', 1, '/home', 'ended 1'), ('ann', 'under-way', 2, null, 'ended 2'),
    ('', 'a-record', 3, null, 'ended 3')`.execute(db);
  await migrateToLatest(db, migrations);
  const keys = await sql`select key, location from idempotency_key`.execute(db);
  expect(keys.rows).toEqual([{ key: 'ann completed', location: '/home' }]);
});

it('the migration to locks that are not stored keeps idempotency keys of completed requests', async () => {
  const db = await emptyDatabase<unknown>();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(migrations).filter(([name]) => name < '0060');
  await migrateToLatest(db, Object.fromEntries(earlier));
  await sql`
    insert into idempotency_key (key, created_at, location, owner) values
    ('ann completed', 1, '/home', null), ('ann running', 2, null, 'ended 1')`.execute(db);
  await migrateToLatest(db, migrations);
  const keys = await sql`select key, created_at, location from idempotency_key`.execute(db);
  expect(keys.rows).toEqual([{ key: 'ann completed', created_at: 1, location: '/home' }]);
  const tables = await db.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain('record_lock');
});
