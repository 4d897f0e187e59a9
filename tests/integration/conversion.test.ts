import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyHistory } from 'backend/history/verify';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditTables, verifyAudit } from '../../backend/audit/chain';
import { ConversionError } from '../../backend/db/conversion/conversion-error';
import {
  type ConvertOptions,
  convertFiles,
  hasDatabase,
} from '../../backend/db/conversion/convert-files';
import {
  deleteFormerFiles,
  FORMER_FILES,
  FORMER_FOLDER,
  findFormerFolder,
} from '../../backend/db/conversion/former-files';
import { migrations } from '../../backend/db/migrations';
import { openStudyDatabase } from '../../backend/db/open-study';
import { findCheckpointFile } from '../../shared/checkpoints/checkpoint-file';
import { checkCheckpoints } from '../../shared/checkpoints/verify-checkpoints';
import { openDatabase, STUDY_FILE } from '../../shared/db/connect';
import { migrateToLatest } from '../../shared/db/migrate';
import { Sqlite } from '../../shared/db/sqlite-driver';
import { openSqlite, readSqlite, type SqliteHandle } from '../../shared/db/sqlite-file';
import { defined } from '../../shared/defined';
import { tempFolder } from '../support/folders';
import { getKeys, testKeys } from '../support/keys';
import { run } from '../support/run';

/**
 * The data folder of the version of commit d146f81a, as SIGKILL left it, with the write-ahead logs of its databases.
 * The built panel of that commit had DEMO_DATA=on, AUDIT_CHECKPOINT_MINUTES=60 and the panel key TEST_KEY. After its
 * first start, most rows of the demo's largest tables were deleted. Then an administrator used it over HTTP: saved
 * colors several times, restored one of two deleted ones, opened lists and a participant, saved a view, imported 600
 * colors and ordered a file. A researcher set up a second factor with recovery codes. After a stop, which wrote a
 * checkpoint, and another start, the administrator saved a color, checked a file that was not imported, and deleted
 * the 600 colors with a bulk action, during which the process was killed. `data-keys/` has the checkpoints, and
 * `cookie.txt` the cookie of the administrator's session.
 */
const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/former-data.tar.gz');
type FormerFile = (typeof FORMER_FILES)[number];
const HOST = 'host.sqlite';
const PANEL = 'panel.sqlite';

/** The content of a database: the rows of each table, each with the types of its values, in a fixed order. */
type Content = Record<string, string[]>;

/** The unpacked fixture, which tests copy. */
let fixture: string;
/** The content of the former databases, with the tables under their names in the new database. */
let former: Record<FormerFile, Content>;
/** The same after the later migrations, which were applied to each of the former databases on its own. */
let migrated: Record<FormerFile, Content>;

const nameInStudy = (file: FormerFile, table: string) =>
  file === PANEL && table === 'recovery_code' ? 'second_factor_code' : table;

function describeValue(value: unknown): string {
  return Buffer.isBuffer(value) ? `blob ${value.toString('hex')}` : `${typeof value} ${value}`;
}

/** Reads all tables but the text indexes of lists, which the host makes again. Keeps the order of the columns. */
function readContent(sqlite: SqliteHandle, rename = (table: string) => table): Content {
  const tables = sqlite
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all()
    .map(String)
    .filter((table) => !table.startsWith('find_') && !table.startsWith('sqlite_stat'));
  return Object.fromEntries(
    tables.map((table) => {
      const statement = sqlite.prepare<[], unknown[]>(`select * from "${table}"`);
      const columns = statement.columns().map(({ name }) => name);
      const isRenamed = table === 'sqlite_sequence';
      const rows = statement
        .raw()
        .safeIntegers()
        .all()
        .map((row) =>
          row
            .map((value, index) => {
              const shown = isRenamed && columns[index] === 'name' ? rename(String(value)) : value;
              return `${columns[index]}: ${describeValue(shown)}`;
            })
            .join(', '),
        );
      // A table into which no row was inserted may have the number 0.
      const given = isRenamed ? rows.filter((row) => !row.endsWith('seq: bigint 0')) : rows;
      return [rename(table), given.sort()];
    }),
  );
}

/** Reads a copy of a database, so that reading changes nothing in its folder. */
function readCopy(dir: string, name: string, rename?: (table: string) => string): Content {
  const copy = mkdtempSync(path.join(tmpdir(), 'read-'));
  try {
    for (const tail of ['', '-wal', '-journal'])
      if (existsSync(path.join(dir, name + tail)))
        cpSync(path.join(dir, name + tail), path.join(copy, name + tail));
    const sqlite = openSqlite(path.join(copy, name));
    try {
      return readContent(sqlite, rename);
    } finally {
      sqlite.close();
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const readFormer = (dir: string, name: FormerFile) =>
  readCopy(dir, name, (table) => nameInStudy(name, table));

/** Joins what the two former databases contain. Only the tables of migrations are in both. */
function join(contents: readonly Content[]): Content {
  const joined: Content = {};
  for (const content of contents)
    for (const [table, rows] of Object.entries(content))
      joined[table] = [...new Set([...(joined[table] ?? []), ...rows])].sort();
  return joined;
}

const without = (content: Content, ...tables: string[]) =>
  Object.fromEntries(Object.entries(content).filter(([table]) => !tables.includes(table)));

/** Applies the later migrations of each of the two lists of the former version to its database, in a copy. */
async function migrateApart(name: FormerFile): Promise<Content> {
  const dir = mkdtempSync(path.join(tmpdir(), 'apart-'));
  try {
    cpSync(path.join(fixture, 'data'), dir, { recursive: true });
    const db = await openDatabase<unknown>({ file: path.join(dir, name) });
    const own = Object.entries(migrations).filter(
      ([migration]) => migration < '0019' === (name === HOST),
    );
    await migrateToLatest(db, Object.fromEntries(own));
    await db.destroy();
    return readFormer(dir, name);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Makes a data folder of the former version, with both databases or with one of them. */
function makeFolder(names: readonly FormerFile[] = FORMER_FILES): string {
  const dir = path.join(tempFolder(), 'data');
  cpSync(path.join(fixture, 'data'), dir, { recursive: true });
  for (const name of FORMER_FILES)
    for (const tail of ['', '-wal']) if (!names.includes(name)) rmSync(path.join(dir, name + tail));
  return dir;
}

async function openAndRead(dir: string): Promise<Content> {
  const database = await openStudyDatabase({ dataDir: dir });
  await database.close();
  return readCopy(dir, STUDY_FILE);
}

/** The rows that the opened database must have, except for the recorded migrations. */
const expectedRows = (names: readonly FormerFile[] = FORMER_FILES) =>
  without(join(names.map((name) => migrated[name])), 'kysely_migration');

const isMarker = (file: string) => readFileSync(file, 'latin1').startsWith('The data that was in');

/** Expects that a folder was converted completely, and that no file of the conversion is left over. */
async function expectConverted(dir: string): Promise<void> {
  const content = await openAndRead(dir);
  expect(without(content, 'kysely_migration')).toEqual(expectedRows());
  for (const name of FORMER_FILES) {
    expect(isMarker(path.join(dir, name))).toBe(true);
    expect(readFormer(path.join(dir, FORMER_FOLDER), name)).toEqual(former[name]);
  }
  expect(readdirSync(dir).filter((name) => !name.startsWith('lock.sqlite'))).toEqual(
    ['files', FORMER_FOLDER, HOST, PANEL, STUDY_FILE].sort(),
  );
  expect(readdirSync(path.join(dir, FORMER_FOLDER)).sort()).toEqual([HOST, PANEL]);
}

/** Expects that the former databases are where they were with all rows, and nothing of the new one. */
function expectUnchanged(dir: string): void {
  for (const name of FORMER_FILES) expect(readFormer(dir, name)).toEqual(former[name]);
  expect(existsSync(path.join(dir, STUDY_FILE))).toBe(false);
  expect(existsSync(path.join(dir, FORMER_FOLDER))).toBe(false);
}

/** Returns the content of each file of a folder. */
function readFiles(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [file, readFileSync(file, 'latin1')]),
  );
}

function catchError(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

function listSteps(dir: string): string[] {
  const steps: string[] = [];
  convertFiles(dir, { onStep: (step) => steps.push(step) });
  return steps;
}

beforeAll(async () => {
  fixture = mkdtempSync(path.join(tmpdir(), 'former-'));
  execFileSync('tar', ['--no-same-owner', '-xzf', FIXTURE, '-C', fixture]);
  const data = path.join(fixture, 'data');
  former = { [HOST]: readFormer(data, HOST), [PANEL]: readFormer(data, PANEL) };
  migrated = { [HOST]: await migrateApart(HOST), [PANEL]: await migrateApart(PANEL) };
  return () => rmSync(fixture, { recursive: true, force: true });
});

// Vitest ends a worker that does not answer for a minute, and these tests do not wait for anything.
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe('the databases of d146f81a', () => {
  it('have history, audit, sessions, documents, running jobs, and recovery codes of both kinds', () => {
    const count = (name: FormerFile, table: string) => former[name][table]?.length ?? 0;
    for (const table of ['audit_entry', 'login_entry', 'log_entry', 'color', 'deleted_record'])
      expect([table, count(HOST, table) > 1]).toEqual([table, true]);
    for (const table of ['record_change', 'session', 'document', 'access_log', 'pending_import'])
      expect([table, count(PANEL, table) > 1]).toEqual([table, true]);
    expect(former[PANEL].bulk_action?.join()).toContain('state: string running');
    expect([count(PANEL, 'pending_change'), count(PANEL, 'second_factor_code')]).toEqual([1, 10]);
    // The write-ahead logs have changes that the files lack.
    for (const name of FORMER_FILES)
      expect(statSync(path.join(fixture, 'data', `${name}-wal`)).size).toBeGreaterThan(1_000_000);
  });

  it('become one database with every row of every table, and with all indexes and triggers', () => {
    const dir = makeFolder();
    convertFiles(dir);
    const content = readCopy(dir, STUDY_FILE);
    const expected = join([former[HOST], former[PANEL]]);
    expect(Object.keys(content)).toEqual(Object.keys(expected).sort());
    for (const [table, rows] of Object.entries(expected))
      expect([table, content[table]]).toEqual([table, rows]);

    const readObjects = (file: string, rename = (text: string) => text) => {
      const sqlite = readSqlite(file);
      const rows = sqlite
        .prepare<[], { type: string; name: string; sql: string | null }>(
          "select type, name, sql from sqlite_master where name not like 'find\\_%' escape '\\'",
        )
        .all();
      sqlite.close();
      return rows.map(({ type, name, sql }) => rename(`${type} ${name}: ${sql}`));
    };
    const kept = path.join(dir, FORMER_FOLDER);
    const objects = [
      ...readObjects(path.join(kept, HOST)),
      ...readObjects(path.join(kept, PANEL), (text) =>
        text.replaceAll('recovery_code', 'second_factor_code'),
      ),
    ];
    expect(readObjects(path.join(dir, STUDY_FILE)).sort()).toEqual([...new Set(objects)].sort());

    const study = openSqlite(path.join(dir, STUDY_FILE));
    onTestFinished(() => void study.close());
    expect(study.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(study.pragma('foreign_key_check')).toEqual([]);
    expect(study.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(statSync(path.join(dir, STUDY_FILE)).mode & 0o777).toBe(0o600);
  });

  it('have all migrations under their new names once they were opened, and the later ones ran', async () => {
    const content = await openAndRead(makeFolder());
    const names = content.kysely_migration?.map((row) => /^name: string ([^,]+)/.exec(row)?.[1]);
    expect(names).toEqual(Object.keys(migrations));
    expect(without(content, 'kysely_migration')).toEqual(expectedRows());
    // A migration that d146f81a did not have has made jobs of the bulk action and of the ordered file.
    expect(content.bulk_action).toBeUndefined();
    const jobs = content.job?.join('\n') ?? '';
    expect(jobs).toMatch(/kind: string bulk,.* state: string running/);
    expect(jobs).toMatch(/kind: string export,.* state: string done/);
    expect(jobs).toMatch(/kind: string import,/);
  });

  it('give new rows numbers after the highest that were ever given', async () => {
    const dir = makeFolder();
    const database = await openStudyDatabase({ dataDir: dir });
    onTestFinished(() => database.close());
    const { db } = database;
    for (const [table, key, values] of [
      // The rows with the highest numbers were deleted.
      ['analytic', 'id', sql`(username) values ('ann')`],
      ['color', 'color_id', sql`(color_name) values ('New')`],
      ['access_entity', 'entity_id', sql`(name) values ('new')`],
    ] as const) {
      const rows = join([former[HOST], former[PANEL]]).sqlite_sequence ?? [];
      const given = rows
        .find((row) => row.startsWith(`name: string ${table},`))
        ?.split(' ')
        .at(-1);
      const { rows: added } = await sql<{ id: number }>`
        insert into ${sql.table(table)} ${values} returning ${sql.ref(key)} as id`.execute(db);
      expect([table, added[0]?.id]).toEqual([table, Number(given) + 1]);
    }
  });

  it('have chains whose digests, signatures and earlier checkpoints are correct', async () => {
    const dir = makeFolder();
    const { db, close } = await openStudyDatabase({ dataDir: dir });
    onTestFinished(close);
    const { ring } = testKeys;
    const text = readFileSync(findCheckpointFile(path.join(fixture, 'data-keys')), 'utf8');
    const audit = checkCheckpoints(text, ring, auditTables);
    expect([audit.count, audit.errors, audit.notes]).toEqual([2, [], []]);
    const options = { ring, expected: audit.expected, checkpointsSince: audit.since };
    const reports = await verifyAudit(db, options);
    expect(reports.map(({ table, entries, errors }) => [table, entries, errors])).toEqual(
      auditTables.map((table) => [table, former[HOST][table]?.length, []]),
    );
    const { count, errors, expected } = checkCheckpoints(text, ring, ['record_change']);
    expect([count, errors]).toEqual([2, []]);
    expect(expected.record_change).toHaveLength(1);
    expect(await verifyHistory({ db, ring }, expected.record_change)).toEqual({
      changes: former[PANEL].record_change?.length,
      lost: 0,
      errors: [],
    });

    // With another key, and after an altered entry, the same calls report errors.
    const other = getKeys('another-panel-key-of-44-characters-or-rather').ring;
    const strange = await verifyAudit(db, { ring: other });
    expect(strange.flatMap((report) => report.errors)).not.toEqual([]);
    await db
      .updateTable('record_change')
      .set({ username: 'nobody' })
      .where('seq', '=', 5)
      .execute();
    expect((await verifyHistory({ db, ring }, expected.record_change)).errors).not.toEqual([]);
  });

  it.each([
    ['', FORMER_FILES],
    // Nothing is added that could take the place of what was dropped.
    [' of the host alone', [HOST]],
  ] as const)('leave no page with deleted texts or of the text indexes%s', (_title, names) => {
    const dir = makeFolder(names);
    const host = openSqlite(path.join(dir, HOST));
    host.pragma('secure_delete = OFF');
    const secret = 'Quetzalcoatl has moved to Ouagadougou. '.repeat(400);
    host.prepare('insert into country (country_name) values (?)').run(secret);
    host.prepare('delete from country where country_name = ?').run(secret);
    const table = host
      .prepare("select name from sqlite_master where name like 'find_audit_entry%_data'")
      .pluck()
      .get();
    const block = host.prepare(`select block from "${table}" order by length(block) desc`).pluck();
    const part = (block.get() as Buffer).subarray(100, 500);
    host.close();
    expect(readFileSync(path.join(dir, HOST)).includes('has moved to Ouagadougou')).toBe(true);
    expect(readFileSync(path.join(dir, HOST)).includes(part)).toBe(true);
    convertFiles(dir);
    expect(readFileSync(path.join(dir, STUDY_FILE)).includes('has moved to')).toBe(false);
    expect(readFileSync(path.join(dir, STUDY_FILE)).includes(part)).toBe(false);
  });
});

describe('a folder', () => {
  it.each([HOST, PANEL] as const)('with only %s is converted', async (name) => {
    const other = name === HOST ? PANEL : HOST;
    const dir = makeFolder([name]);
    expect(hasDatabase(dir)).toBe(true);
    convertFiles(dir);
    expect(without(readCopy(dir, STUDY_FILE), 'sqlite_sequence')).toEqual(
      without(former[name], 'sqlite_sequence'),
    );
    const content = await openAndRead(dir);
    for (const [table, rows] of Object.entries(expectedRows([name])))
      expect([table, content[table]]).toEqual([table, rows]);
    // The tables of the other database are there, and have no rows of it.
    const added = Object.keys(migrated[other]).filter((table) => !(table in migrated[name]));
    expect(Object.keys(content)).toEqual(
      expect.arrayContaining(added.filter((table) => !table.startsWith('count_'))),
    );
    expect(content[name === HOST ? 'record_change' : 'color']).toEqual([]);
    expect(isMarker(path.join(dir, name))).toBe(true);
    expect(existsSync(path.join(dir, other))).toBe(false);
    expect(readdirSync(path.join(dir, FORMER_FOLDER))).toEqual([name]);
  });

  it('without anything gets a new database, which nothing is converted to', async () => {
    const dir = path.join(tempFolder(), 'new');
    expect(hasDatabase(dir)).toBe(false);
    const content = await openAndRead(dir);
    expect(hasDatabase(dir)).toBe(true);
    expect(content.kysely_migration).toHaveLength(Object.keys(migrations).length);
    expect(content.audit_entry).toEqual([]);
    expect(findFormerFolder(dir)).toBeUndefined();
    expect(readdirSync(dir).filter((name) => !name.startsWith('lock'))).toEqual([STUDY_FILE]);
    const before = readFileSync(path.join(dir, STUDY_FILE), 'latin1');
    expect(await openAndRead(dir)).toEqual(content);
    expect(readFileSync(path.join(dir, STUDY_FILE), 'latin1')).toBe(before);
  });

  it('that was converted is opened again with what was saved since, and can lose the former files', async () => {
    const dir = makeFolder();
    const started = Date.now();
    await expectConverted(dir);
    const found = defined(findFormerFolder(dir));
    expect(found.folder).toBe(path.join(dir, FORMER_FOLDER));
    expect(Math.abs(found.until.getTime() - started - 14 * 86_400_000)).toBeLessThan(60_000);
    const { db, close } = await openStudyDatabase({ dataDir: dir });
    await db.updateTable('color').set({ color_name: 'Later' }).where('color_id', '=', 1).execute();
    await close();
    expect((await openAndRead(dir)).color?.join()).toContain('color_name: string Later');
    deleteFormerFiles(dir);
    expect(findFormerFolder(dir)).toBeUndefined();
    expect((await openAndRead(dir)).color?.join()).toContain('color_name: string Later');
  });

  it.each([
    ['was deleted', (study: string) => rmSync(study), 'which is missing: restore a backup'],
    [
      'is damaged',
      (study: string) => writeFileSync(study, 'x'.repeat(100_000)),
      'file is not a database',
    ],
  ])('whose new database %s is not converted again', async (_, spoil, message) => {
    const dir = makeFolder();
    await openAndRead(dir);
    spoil(path.join(dir, STUDY_FILE));
    const before = readFiles(dir);
    await expect(openStudyDatabase({ dataDir: dir })).rejects.toThrow(message);
    expect(readFiles(dir)).toEqual(before);
  });

  it('that lost its former files before the conversion was finished keeps the new database', async () => {
    const dir = makeFolder();
    const content = await openAndRead(dir);
    const sqlite = openSqlite(path.join(dir, STUDY_FILE));
    sqlite.pragma('user_version = 1');
    sqlite.close();
    deleteFormerFiles(dir);
    expect(await openAndRead(dir)).toEqual(content);
    const finished = readSqlite(path.join(dir, STUDY_FILE));
    expect(finished.pragma('user_version', { simple: true })).toBe(0);
    finished.close();
  });

  it('with changes of imports that only the earlier version can collect is refused, until they are discarded', async () => {
    const dir = makeFolder();
    const sqlite = openSqlite(path.join(dir, PANEL));
    sqlite.exec(
      "insert into remote_import (job_id, entity, username, at, state) values ('job', 'color', 'ann', 1, 'sent')",
    );
    sqlite.close();
    await expect(openStudyDatabase({ dataDir: dir })).rejects.toThrow(
      'Changes of imports have not been collected yet (1)',
    );
    for (const name of FORMER_FILES) expect(isMarker(path.join(dir, name))).toBe(false);
    expect(existsSync(path.join(dir, STUDY_FILE))).toBe(false);
    process.env.DISCARD_IMPORTED_CHANGES = 'on';
    onTestFinished(() => void delete process.env.DISCARD_IMPORTED_CHANGES);
    await openAndRead(dir);
    expect(isMarker(path.join(dir, PANEL))).toBe(true);
  });

  it('with indexes of the first versions, which call a removed function, is converted', async () => {
    const dir = makeFolder();
    const sqlite = openSqlite(path.join(dir, HOST));
    sqlite.function('study_time', { deterministic: true }, (raw, _zone) => raw);
    sqlite.exec("create index list_analytic_00000000 on analytic (study_time(start_date, 'UTC'))");
    sqlite.close();
    await openAndRead(dir);
    expect(isMarker(path.join(dir, HOST))).toBe(true);
  });

  it.each(FORMER_FILES)('with a database in use and a real %s is refused', async (name) => {
    const dir = makeFolder();
    await openAndRead(dir);
    rmSync(path.join(dir, name));
    cpSync(path.join(dir, FORMER_FOLDER, name), path.join(dir, name));
    const before = readFiles(dir);
    const error = await openStudyDatabase({ dataDir: dir }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConversionError);
    expect(String(error)).toContain(`${dir} has a database of this version and of an earlier one`);
    expect(String(error)).toContain(`move ${name} away, or ${STUDY_FILE}`);
    // Only SQLite's own files for readers may have been added.
    expect(readFiles(dir)).toEqual(expect.objectContaining(before));
    // The folder is not locked afterwards.
    rmSync(path.join(dir, name));
    await openAndRead(dir);
  });

  it.each([
    ['no space', 0],
    ['as much space as the files of the databases', 'files'],
  ] as const)('with %s is refused, and stays as it was', (_title, free) => {
    const dir = makeFolder();
    const sizes = readdirSync(dir)
      .filter((name) => name.includes('.sqlite'))
      .map((name) => statSync(path.join(dir, name)).size);
    const before = readFiles(dir);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const asked: string[] = [];
    const options: ConvertOptions = {
      getFreeBytes(folder) {
        asked.push(folder);
        return free === 'files' ? bytes : free;
      },
    };
    const error = catchError(() => convertFiles(dir, options));
    expect(error).toBeInstanceOf(ConversionError);
    expect(String(error)).toMatch(
      /which needs \d+ MB of free space: free some, and start again\.$/,
    );
    expect(asked).toEqual([dir]);
    expect(readFiles(dir)).toEqual(before);
    const needed = Number(/needs (\d+) MB/.exec(String(error))?.[1]) * 1_000_000;
    expect(needed).toBeGreaterThan(bytes);
    convertFiles(dir, { getFreeBytes: () => needed });
    expect(statSync(path.join(dir, STUDY_FILE)).size).toBeLessThan(needed);
  });
});

describe('a conversion that is interrupted', () => {
  const steps = ['host', 'panel', 'compare', 'sync', 'rename', `move ${HOST}`, `move ${PANEL}`];
  const isBefore = (step: string, other: string) => steps.indexOf(step) <= steps.indexOf(other);

  it('has these steps', () => {
    expect(listSteps(makeFolder())).toEqual([...steps, 'use']);
    const withPanel = steps.filter((step) => !step.includes(HOST));
    expect(listSteps(makeFolder([PANEL]))).toEqual([...withPanel, 'use']);
    const dir = makeFolder();
    convertFiles(dir);
    expect(listSteps(dir)).toEqual([]);
  });

  it.each([...steps, 'use'])('by an error at the step %s begins anew', async (step) => {
    const dir = makeFolder();
    const onStep = (name: string) => {
      if (name === step) throw new Error('The disk is gone.');
    };
    const error = catchError(() => convertFiles(dir, { onStep }));
    expect(String(error)).toContain('The disk is gone.');
    if (step !== 'use' && isBefore(step, 'rename')) {
      expect(error).toBeInstanceOf(ConversionError);
      expect(String(error)).toMatch(/could not be converted .+: nothing was changed\.$/);
      expectUnchanged(dir);
      expect(readdirSync(dir).filter((name) => name.includes('draft'))).toEqual([]);
    }
    await expectConverted(dir);
  });

  it.each([...steps, 'use'])('by SIGKILL at the step %s begins anew', async (step) => {
    const dir = makeFolder();
    const source = JSON.stringify(path.resolve('backend/db/conversion/convert-files.ts'));
    const program = `
      import { convertFiles } from ${source};
      convertFiles(${JSON.stringify(dir)}, {
        onStep: (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL'),
      });`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    expect(await run(process.execPath, args)).toMatchObject({ status: null, stderr: '' });
    if (step !== 'use' && isBefore(step, 'rename')) expectUnchanged(dir);
    else expect(existsSync(path.join(dir, STUDY_FILE))).toBe(true);
    if (step === `move ${PANEL}`) {
      expect(isMarker(path.join(dir, HOST))).toBe(true);
      expect(readFormer(dir, PANEL)).toEqual(former[PANEL]);
      expect(readdirSync(path.join(dir, FORMER_FOLDER))).toEqual([HOST]);
    }
    await expectConverted(dir);
  });

  it('again and again, at each step of what is left, ends with all rows', async () => {
    const dir = makeFolder();
    for (const step of [...steps, 'use', ...steps, 'use']) {
      const onStep = (name: string) => {
        if (name === step) throw new Error('The disk is gone.');
      };
      catchError(() => convertFiles(dir, { onStep }));
    }
    await expectConverted(dir);
  });

  it('within the move of a file is completed', async () => {
    for (const leave of [
      // The file has been linked, and its name does not name the text yet.
      (dir: string) => linkSync(path.join(dir, HOST), path.join(dir, FORMER_FOLDER, HOST)),
      // It was being copied, because the file system has no links.
      (dir: string) => writeFileSync(path.join(dir, FORMER_FOLDER, HOST), 'SQLite format 3'),
      (dir: string) => writeFileSync(path.join(dir, `${HOST}.marker`), 'The data'),
    ]) {
      const dir = makeFolder();
      const onStep = (name: string) => {
        if (name === `move ${HOST}`) throw new Error('The disk is gone.');
      };
      catchError(() => convertFiles(dir, { onStep }));
      mkdirSync(path.join(dir, FORMER_FOLDER), { mode: 0o700 });
      leave(dir);
      await expectConverted(dir);
    }
  });

  it('leaves a draft that the next one does not read', async () => {
    const dir = makeFolder();
    const draft = path.join(dir, 'study.draft.sqlite');
    // A database whose rows are in its write-ahead log, as copied from under a running process.
    const source = path.join(tempFolder(), 'other.sqlite');
    const other = openSqlite(source);
    other.exec(`create table color (a); insert into color values ('${'strange '.repeat(9_000)}')`);
    for (const tail of ['', '-wal']) cpSync(source + tail, draft + tail);
    other.close();
    await expectConverted(dir);

    const second = makeFolder();
    for (const tail of ['', '-journal', '-wal', '-shm'])
      writeFileSync(path.join(second, `study.draft.sqlite${tail}`), 'garbage '.repeat(10_000));
    await expectConverted(second);
  });
});

describe('the comparison of the new database with the former ones', () => {
  it.each([
    ['a changed text', 'color', "update color set color_name = 'Other' where color_id = 1"],
    [
      'a changed type',
      'color',
      "update color set color_status = cast('1' as blob) where color_id = 1",
    ],
    ['a value that was removed', 'participant', 'update participant set own_phone = null'],
    ['a missing row', 'chain_head', "delete from chain_head where chain_table = 'log_entry'"],
    ['a row too many', 'color', "insert into color (color_name) values ('Other')"],
    ['a changed digest', 'record_change', "update record_change set digest = 'a' where seq = 9"],
    [
      'a missing document',
      'document',
      'delete from document where rowid = (select max(rowid) from document)',
    ],
    ['a missing code', 'recovery_code', 'delete from second_factor_code where rowid = 1'],
    [
      'a missing migration',
      'kysely_migration',
      "delete from kysely_migration where name like '0007%'",
    ],
    ['an emptied table', 'session', 'delete from session'],
    [
      'a key too many',
      'idempotency_key',
      "insert into idempotency_key (key, created_at) values ('other', 1)",
    ],
  ])('finds %s', async (_title, table, statement) => {
    const dir = makeFolder();
    const onStep = (step: string) => {
      if (step !== 'compare') return;
      const draft = openDraft(dir);
      expect(draft.prepare(statement).run().changes).toBeGreaterThan(0);
      draft.close();
    };
    const error = catchError(() => convertFiles(dir, { onStep }));
    expect(error).toBeInstanceOf(ConversionError);
    expect(String(error)).toContain(`The table ${table} could not be copied`);
    expectUnchanged(dir);
    await expectConverted(dir);
  });

  function openDraft(dir: string): SqliteHandle {
    const draft = new Sqlite(path.join(dir, 'study.draft.sqlite'));
    // Indexes call these functions.
    for (const name of ['fold', 'unmarked'])
      draft.function(name, { deterministic: true }, (text) => text);
    return draft;
  }

  it('does not take an alteration of the draft for a copy', () => {
    const dir = makeFolder();
    // Cuts the copy of the host's tables.
    const onStep = (step: string) => {
      if (step === 'compare') {
        const draft = openDraft(dir);
        draft.exec('drop table overview');
        draft.close();
      }
    };
    expect(catchError(() => convertFiles(dir, { onStep }))).toBeInstanceOf(ConversionError);
    expectUnchanged(dir);
  });
});

describe('after a conversion', () => {
  it('the old names hold a text that no version can open as a database', () => {
    const dir = makeFolder();
    for (const name of FORMER_FILES) chmodSync(path.join(dir, name), 0o644);
    convertFiles(dir);
    for (const name of FORMER_FILES) {
      const file = path.join(dir, name);
      const open = () => {
        const sqlite = new Sqlite(file);
        try {
          sqlite.pragma('journal_mode = WAL');
        } finally {
          sqlite.close();
        }
      };
      expect(open).toThrow('file is not a database');
      expect(readFileSync(file, 'utf8')).toContain(`in ${STUDY_FILE} since this folder was opened`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(existsSync(`${file}-wal`)).toBe(false);
    }
  });

  it('only their owner can read the former files, which have all rows without a write-ahead log', () => {
    const dir = makeFolder();
    for (const name of FORMER_FILES)
      for (const tail of ['', '-wal']) chmodSync(path.join(dir, name + tail), 0o644);
    // A folder of this name from elsewhere.
    mkdirSync(path.join(dir, FORMER_FOLDER), { mode: 0o755 });
    chmodSync(path.join(dir, FORMER_FOLDER), 0o755);
    convertFiles(dir);
    const folder = path.join(dir, FORMER_FOLDER);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual([HOST, PANEL]);
    for (const name of FORMER_FILES) {
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
      expect(readFormer(folder, name)).toEqual(former[name]);
    }
  });

  it('the former files can be moved back, and are converted again', async () => {
    const dir = makeFolder();
    await expectConverted(dir);
    for (const tail of ['', '-wal', '-shm'])
      rmSync(path.join(dir, STUDY_FILE + tail), { force: true });
    for (const name of FORMER_FILES)
      renameSync(path.join(dir, FORMER_FOLDER, name), path.join(dir, name));
    expect(readFormer(dir, HOST)).toEqual(former[HOST]);
    appendFileSync(path.join(dir, FORMER_FOLDER, 'note'), 'kept');
    convertFiles(dir);
    expect(readCopy(dir, STUDY_FILE)).toEqual(join([former[HOST], former[PANEL]]));
  });
});
