import { Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ConversionError } from '../../backend/db/conversion/conversion-error';
import { convertSchemas } from '../../backend/db/conversion/convert-schemas';
import { migrations } from '../../backend/db/migrations';
import { openStudyDatabase } from '../../backend/db/open-study';
import { readStudyDatabase } from '../../cli/databases';
import { openDatabase } from '../../shared/db/connect';
import { migrateToLatest } from '../../shared/db/migrate';
import { DatabaseUnreachableError, openPostgres } from '../../shared/db/postgres';
import { createDatabase, onDatabase } from '../support/database';
import { tempFolder } from '../support/folders';

type FormerSchema = 'host' | 'panel';
const FORMER: readonly FormerSchema[] = ['host', 'panel'];
const MOVED = '9999-moved-to-schema-study';
/** The first migration that was in the panel's list. */
const FIRST_OF_PANEL = '0019';
/** The first migration of the one database. */
const FIRST_OF_STUDY = '0060';
/** The last migrations of each list in the version of commit d146f81a. */
const LAST_THEN: Record<FormerSchema, string> = {
  host: '0016-withdrawals',
  panel: '0052-compared-erasures',
};

/** Texts of a schema: its tables, or the definitions of what belongs to them. */
type Texts = Record<string, string[]>;

/** A database with both schemas, which tests copy. */
let former: string;

const getName = (url: string) => new URL(url).pathname.slice(1);
const onServer = (statement: string) =>
  onDatabase(String(process.env.TEST_DATABASE_URL), statement);
const drop = (url: string) => onServer(`drop database if exists ${getName(url)} with (force)`);

/** Creates a database without tables, which is deleted after the test. */
async function makeDatabase(): Promise<string> {
  const url = await createDatabase();
  onTestFinished(async () => void (await drop(url)));
  return url;
}

/** Creates a database with both schemas of the former version, which is deleted after the test. */
async function copyFormer(): Promise<string> {
  const url = await makeDatabase();
  await drop(url);
  await onServer(`create database ${getName(url)} template ${getName(former)}`);
  return url;
}

const listNames = (schema: FormerSchema, last = FIRST_OF_STUDY) =>
  Object.keys(migrations).filter(
    (name) => name < FIRST_OF_PANEL === (schema === 'host') && name <= last,
  );

/** Returns the name under which the former version has recorded a migration. */
const getFormerName = (name: string) =>
  name < FIRST_OF_PANEL ? name : (migrations[name]?.formerNames?.[0] ?? '');

const HOST_ROWS = `
  insert into color (color_name, color_code, color_status) values
    ('Red', '#FF0000', 1), ('Çiğdem ''quoted''', '#00ff00', 2), ('Last', null, 1);
  insert into recovery_code values ('of the account', null, 1000);
  insert into participant (study_number, own_phone) values ('S-1', '+260970000001'), ('S-2', null);
  insert into host_setting values ('key', 'a value of the host');
  delete from color where color_name = 'Last'`;
const PANEL_ROWS = `
  insert into session (token_hash, username, data, created_at, seen_at)
    values ('hash', 'ann', '{"a": "é"}', 1, 2);
  insert into document values ('study/chats', 'one', '{"text": "Hello"}', 1786907908574, 1);
  insert into second_factor values ('owner', 'host', 'ann', 'secret', 7, 1000);
  insert into recovery_code values ('owner', 'hash one'), ('owner', 'hash two');
  insert into access_entity (name) values ('participant'), ('color');
  delete from access_entity where name = 'color';
  insert into shared_setting values ('key', 'a value of the panel')`;

/**
 * Makes a schema as the former version had it: with the migrations of its own list under their former names, with the
 * table recovery_code, and with the functions that indexes call.
 */
async function makeFormer(
  url: string,
  schema: FormerSchema,
  { last = FIRST_OF_STUDY, rows = schema === 'host' ? HOST_ROWS : PANEL_ROWS } = {},
): Promise<void> {
  const db = await openDatabase<unknown>({ url, schema: 'study' });
  const isOwn = new Set(listNames(schema, last));
  const own = Object.entries(migrations).filter(([name]) => isOwn.has(name));
  await migrateToLatest(db, Object.fromEntries(own));
  await db.destroy();
  await onDatabase(url, `alter schema study rename to ${schema}`);
  for (const name of listNames(schema, last))
    await onDatabase(
      url,
      'update kysely_migration set name = $1 where name = $2',
      [getFormerName(name), name],
      schema,
    );
  if (schema === 'panel')
    await onDatabase(
      url,
      `alter table second_factor_code rename to recovery_code;
       alter index second_factor_code_key rename to recovery_code_key`,
      undefined,
      schema,
    );
  await onDatabase(url, rows, undefined, schema);
}

async function listTables(url: string, schema: string): Promise<string[]> {
  const rows = await onDatabase(
    url,
    'select tablename from pg_tables where schemaname = $1 order by 1',
    [schema],
  );
  return rows.map((row) => String(Object(row).tablename));
}

/** Returns the rows of all tables of a schema. */
async function readRows(url: string, schema: string): Promise<Texts> {
  const texts: Texts = {};
  for (const table of await listTables(url, schema)) {
    const rows = await onDatabase(
      url,
      `select t::text as row from "${table}" t`,
      undefined,
      schema,
    );
    texts[table] = rows.map((row) => String(Object(row).row)).sort();
  }
  return texts;
}

/** Returns the definitions of the columns, indexes, constraints, triggers and sequences of a schema. */
async function readObjects(url: string, schema: string): Promise<Texts> {
  const statements = {
    columns: `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
        || coalesce(collation_name, '') || ' ' || coalesce(column_default, '') || is_identity
      from information_schema.columns where table_schema = $1`,
    indexes: 'select indexdef from pg_indexes where schemaname = $1',
    // The names of a renamed table's foreign keys stay, and are used nowhere.
    constraints: `select conrelid::regclass || ' ' || contype::text || ' ' || pg_get_constraintdef(c.oid)
      from pg_constraint c join pg_namespace n on n.oid = connamespace where nspname = $1`,
    triggers: `select pg_get_triggerdef(t.oid) from pg_trigger t
      join pg_class r on r.oid = tgrelid join pg_namespace n on n.oid = relnamespace
      where nspname = $1 and not tgisinternal`,
    sequences: `select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
      where schemaname = $1`,
  };
  const texts: Texts = {};
  for (const [kind, statement] of Object.entries(statements)) {
    // Names are written without their schema.
    const rows = await onDatabase(url, statement, [schema], schema);
    texts[kind] = rows.map((row) => String(Object.values(Object(row))[0])).sort();
  }
  return texts;
}

const rename = (text: string) => text.replaceAll('recovery_code', 'second_factor_code');

/** Returns the texts of a panel's former schema as they are in the schema `study`. */
function renameTexts(schema: FormerSchema, texts: Texts): Texts {
  if (schema === 'host') return texts;
  const isRows = 'recovery_code' in texts;
  return Object.fromEntries(
    Object.entries(texts).map(([name, rows]) => [
      rename(name),
      isRows ? rows : rows.map(rename).sort(),
    ]),
  );
}

/** Joins texts of two schemas, of which each may be in both. */
function join(all: readonly Texts[]): Texts {
  const joined: Texts = {};
  for (const texts of all)
    for (const [name, rows] of Object.entries(texts))
      joined[name] = [...new Set([...(joined[name] ?? []), ...rows])].sort();
  return joined;
}

const withoutSchema = (texts: Texts, schema: string) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, rows]) => [
      name,
      rows.map((row) => row.replaceAll(new RegExp(`\\b${schema}\\.`, 'g'), '')).sort(),
    ]),
  );

const readBoth = async (url: string, schema: string) => ({
  rows: await readRows(url, schema),
  objects: withoutSchema(await readObjects(url, schema), schema),
});

/** Reads everything that a failed conversion must leave as it was. */
async function readAll(url: string) {
  const found = await onDatabase(url, "select nspname from pg_namespace where nspname !~ '^pg_'");
  const schemas = found.map((row) => String(Object(row).nspname)).sort();
  const content = ['host', 'panel', 'study'].map((schema) => readBoth(url, schema));
  return { schemas, content: await Promise.all(content) };
}

/** Expects that a former schema has only the record at which the start of a former version ends. */
async function expectMoved(url: string, schema: FormerSchema): Promise<void> {
  const relations = await onDatabase(
    url,
    `select relname, relkind from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = $1 order by 1`,
    [schema],
  );
  expect(relations).toEqual([
    { relname: 'kysely_migration', relkind: 'r' },
    { relname: 'kysely_migration_pkey', relkind: 'i' },
  ]);
  const names = await onDatabase(url, `select name from ${schema}.kysely_migration`);
  expect(names).toEqual([{ name: MOVED }]);
}

/** Migrates a former schema as the former version does at its start. Returns the error. */
async function startFormer(url: string, schema: FormerSchema): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, options: `-c search_path=${schema}` });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const own = listNames(schema).map(
    (name) => [getFormerName(name), { up: async () => {} }] as const,
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(own) },
    migrationTableSchema: schema,
  });
  const { error } = await migrator.migrateToLatest();
  await db.destroy();
  return String(error);
}

beforeAll(async () => {
  former = await createDatabase();
  for (const schema of FORMER) await makeFormer(former, schema);
  return async () => void (await drop(former));
});

it('convertSchemas moves all rows, sequences, indexes and constraints of both schemas into one', async () => {
  const url = await copyFormer();
  expect(await startFormer(url, 'panel')).toBe('undefined');
  const [host, panel] = await Promise.all(FORMER.map((schema) => readBoth(url, schema)));
  if (!host || !panel) throw new Error('There are two schemas.');
  expect(panel.rows.recovery_code).toEqual(['(owner,"hash one")', '(owner,"hash two")']);

  await convertSchemas(url);

  const study = await readBoth(url, 'study');
  expect(study.rows).toEqual(join([host.rows, renameTexts('panel', panel.rows)]));
  expect(study.rows.kysely_migration).toHaveLength(
    FORMER.flatMap((name) => listNames(name)).length,
  );
  const expected = join([host.objects, renameTexts('panel', panel.objects)]);
  for (const [kind, texts] of Object.entries(expected))
    expect([kind, study.objects[kind]]).toEqual([kind, texts]);
  expect(study.objects.constraints?.join('\n')).toMatch(
    /second_factor_code f FOREIGN KEY \(owner\) REFERENCES second_factor\(owner\) ON DELETE CASCADE/,
  );
  for (const schema of FORMER) await expectMoved(url, schema);

  const { db, close } = await openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url });
  onTestFinished(close);
  // Generated keys continue after those of deleted rows.
  const color = await db
    .insertInto('color')
    .values({ color_name: 'New' })
    .returning('color_id')
    .executeTakeFirstOrThrow();
  expect(color.color_id).toBe(4);
  const entity = await db
    .insertInto('access_entity')
    .values({ name: 'new' })
    .returning('entity_id')
    .executeTakeFirstOrThrow();
  expect(entity.entity_id).toBe(3);
  await db.deleteFrom('second_factor').execute();
  expect(await db.selectFrom('second_factor_code').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('recovery_code').selectAll().execute()).toHaveLength(1);
});

it('the schemas of d146f81a get the migrations of the later versions, under their new names', async () => {
  const url = await makeDatabase();
  for (const schema of FORMER) await makeFormer(url, schema, { last: LAST_THEN[schema] });
  const open = () => openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url });
  await (await open()).close();
  const names = await onDatabase(url, 'select name from study.kysely_migration order by name');
  expect(names).toEqual(Object.keys(migrations).map((name) => ({ name })));
  const tables = await listTables(url, 'study');
  expect(tables).toContain('job');
  expect(tables).not.toContain('bulk_action');
  expect((await readRows(url, 'study')).session?.join()).toContain('hash,ann,');
  const before = await readAll(url);
  await (await open()).close();
  expect(await readAll(url)).toEqual(before);
  for (const schema of FORMER) await expectMoved(url, schema);
});

it('a former version does not start on the converted database, and one that runs fails at once', async () => {
  const url = await copyFormer();
  const clients = FORMER.map(
    (schema) => new pg.Client({ connectionString: url, options: `-c search_path=${schema}` }),
  );
  for (const client of clients) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  const reads = [
    { name: 'of the host', text: 'select * from user_account' },
    { name: 'of the panel', text: 'select * from session' },
  ];
  const read = () =>
    Promise.all(
      clients.map((client, index) =>
        client.query(reads[index] ?? '').then(
          ({ rows }) => rows.length,
          (error: Error) => error.message,
        ),
      ),
    );
  expect(await read()).toEqual([0, 1]);
  await convertSchemas(url);
  expect(await read()).toEqual([
    'relation "user_account" does not exist',
    'relation "session" does not exist',
  ]);
  const named = clients[0]?.query('select * from host.user_account');
  await expect(named).rejects.toThrow('relation "host.user_account" does not exist');
  for (const schema of FORMER) {
    const error = await startFormer(url, schema);
    expect(error).toContain(`previously executed migration ${MOVED} is missing`);
  }
  // These attempts change nothing for the new version.
  const before = await readRows(url, 'study');
  await convertSchemas(url);
  expect(await readRows(url, 'study')).toEqual(before);
});

it('of two panels that start at the same time, one converts, and both go on', async () => {
  const url = await copyFormer();
  const host = await readRows(url, 'host');
  await Promise.all([convertSchemas(url), convertSchemas(url), convertSchemas(url)]);
  const study = await readRows(url, 'study');
  expect(study.color).toEqual(host.color);
  expect(study.kysely_migration).toHaveLength(FORMER.flatMap((name) => listNames(name)).length);
  for (const schema of FORMER) await expectMoved(url, schema);

  const second = await makeDatabase();
  for (const schema of FORMER) await makeFormer(second, schema, { last: LAST_THEN[schema] });
  const opened = await Promise.all(
    [1, 2].map(() => openStudyDatabase({ dataDir: tempFolder(), databaseUrl: second })),
  );
  for (const { db } of opened)
    expect(await db.selectFrom('color').selectAll().execute()).toHaveLength(2);
  await Promise.all(opened.map(({ close }) => close()));
});

it.each([
  ['a panel’s table that the host has too', 'create table panel.color (a text)', /"color" already/],
  [
    'an index with the name of one of the host',
    'create index color_name_folded on panel.session (username)',
    /"color_name_folded" already exists/,
  ],
  [
    'a table of the new name of a renamed one',
    'create table panel.second_factor_code (a text)',
    /"second_factor_code" already exists/,
  ],
  [
    'a migration that both have recorded',
    "insert into panel.kysely_migration values ('0001-administration', '2026')",
    /duplicate key value/,
  ],
])(
  'an error in the middle, from %s, leaves everything as it was',
  async (_title, change, message) => {
    const url = await makeDatabase();
    for (const schema of FORMER) await makeFormer(url, schema);
    await onDatabase(url, change);
    const before = await readAll(url);
    expect(before.schemas).not.toContain('study');
    await expect(convertSchemas(url)).rejects.toThrow(message);
    expect(await readAll(url)).toEqual(before);
  },
);

it('tables of both versions are refused in one sentence, and stay as they were', async () => {
  const url = await makeDatabase();
  await makeFormer(url, 'host');
  await onDatabase(url, 'create schema study; create table study.color (a text)');
  const before = await readAll(url);
  const refused = await convertSchemas(url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConversionError);
  expect(String(refused)).toMatch(/schema study, and of an earlier one in host: drop or rename/);
  const databaseUrl = url;
  await expect(openStudyDatabase({ dataDir: tempFolder(), databaseUrl })).rejects.toThrow(
    ConversionError,
  );
  expect(await readAll(url)).toEqual(before);
});

it.each([
  ['is empty', 'create schema study'],
  ['has only functions', undefined],
])(
  'a schema study that %s, after a start that failed, does not prevent the conversion',
  async (_title, statement) => {
    const url = await makeDatabase();
    for (const schema of FORMER) await makeFormer(url, schema);
    const host = await readRows(url, 'host');
    if (statement) await onDatabase(url, statement);
    else await (await openPostgres({ url, schema: 'study' })).db.destroy();
    await convertSchemas(url);
    expect((await readRows(url, 'study')).color).toEqual(host.color);
    const { close } = await openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url });
    await close();
  },
);

it.each(FORMER)('a database with only the schema %s is converted', async (schema) => {
  const url = await makeDatabase();
  await makeFormer(url, schema);
  const found = await readBoth(url, schema);
  await convertSchemas(url);
  const study = await readBoth(url, 'study');
  expect(study.rows).toEqual(renameTexts(schema, found.rows));
  expect(study.objects).toEqual(renameTexts(schema, found.objects));
  for (const name of FORMER) await expectMoved(url, name);
  const { db, close } = await openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url });
  onTestFinished(close);
  const { length: colors } = await db.selectFrom('color').selectAll().execute();
  const { length: sessions } = await db.selectFrom('session').selectAll().execute();
  expect([colors, sessions]).toEqual(schema === 'host' ? [2, 0] : [0, 1]);
  const names = await onDatabase(url, 'select name from study.kysely_migration order by name');
  expect(names).toEqual(Object.keys(migrations).map((name) => ({ name })));
});

it('a host without tables beside a panel’s, after a first start that failed, is no obstacle', async () => {
  const url = await makeDatabase();
  await makeFormer(url, 'panel');
  await onDatabase(
    url,
    `create schema host;
     create table host.kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null);
     create table host.kysely_migration_lock (id varchar(255) primary key, is_locked integer)`,
  );
  await convertSchemas(url);
  expect((await readRows(url, 'study')).session).toHaveLength(1);
  expect(await startFormer(url, 'host')).toContain(`${MOVED} is missing`);
  await (await openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url })).close();
});

it('an empty database is left to what opens it, and one that cannot be reached is reported', async () => {
  const url = await makeDatabase();
  const before = await readAll(url);
  await convertSchemas(url);
  expect(await readAll(url)).toEqual(before);
  const { db, close } = await openStudyDatabase({ dataDir: tempFolder(), databaseUrl: url });
  expect(await db.selectFrom('color').selectAll().execute()).toEqual([]);
  await close();
  expect((await readAll(url)).schemas).toEqual(['information_schema', 'public', 'study']);
  const wrong = new URL(url);
  wrong.port = '1';
  await expect(convertSchemas(wrong.href)).rejects.toThrow(DatabaseUnreachableError);
});

it('a command that only reads says that the tables are of an earlier version, and the conversion follows', async () => {
  const url = await copyFormer();
  const settings = { DATA_DIR: tempFolder(), DATABASE_URL: url };
  await expect(readStudyDatabase(settings)).rejects.toThrow(/no tables in the schema study: start/);
  await convertSchemas(url);
  const db = await readStudyDatabase(settings);
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom('color').selectAll().execute()).toHaveLength(2);
});
