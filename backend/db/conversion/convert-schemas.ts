import type { ClientBase } from 'pg';
import { APPLICATION_NAME, describeUnusable } from 'shared/db/postgres';
import { CONNECT_MILLISECONDS } from 'shared/db/time-limits';
import { toErrorText } from 'shared/error-text';
import { ConversionError } from './conversion-error';
import { explainUncollected, MIGRATION_TABLES, RENAMED, UNCOLLECTED } from './former-tables';

/** The schemas of earlier versions: the host's and the panel's. */
const FORMER_SCHEMAS = ['host', 'panel'] as const;
/** The recorded migration that no version knows, at which the start of an earlier version ends. */
const MOVED = '9999-moved-to-schema-study';
/** The error codes of a lock that another connection holds for too long, and of a deadlock. */
const BUSY_CODES = ['55P03', '40P01'];
/** The advisory lock that panels take which start at the same time. */
const LOCK = 7_211_640_311;

/**
 * Moves the tables of the schemas `host` and `panel` of an earlier version into the schema `study`, in one transaction.
 * Panels of earlier versions that still run fail from then on, because their tables are gone, and do not start again.
 * Does nothing on a database without such tables. Throws DatabaseUnreachableError when the server cannot be used, and
 * ConversionError when the tables could not be moved, after which nothing has changed.
 */
export async function convertSchemas(url: string): Promise<void> {
  // Loaded only when a server is used.
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  });
  client.on('error', () => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw describeUnusable(url, error);
    });
    await convert(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function convert(client: ClientBase): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query("set local lock_timeout = '10s'");
    const former: string[] = [];
    for (const schema of FORMER_SCHEMAS)
      if (await hasFormerTables(client, schema)) former.push(schema);
    if (former.length > 0) await move(client, former);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error instanceof ConversionError ? error : describeFailure(error);
  }
}

function describeFailure(error: unknown): ConversionError {
  const { code = '' } = error as { code?: string };
  return new ConversionError(
    BUSY_CODES.includes(code)
      ? 'The tables of the earlier version are in use: stop all panels, and start again.'
      : `The tables of the earlier version could not be moved (${toErrorText(error)}): nothing was changed.`,
    { cause: error },
  );
}

/** Returns whether a schema has tables, and not only the record that they were moved. */
async function hasFormerTables(client: ClientBase, schema: string): Promise<boolean> {
  return (await listTables(client, schema)).some((name) => !MIGRATION_TABLES.includes(name));
}

async function listTables(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [schema],
  );
  return rows.map(({ tablename }) => tablename);
}

async function move(client: ClientBase, former: readonly string[]): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_class where relnamespace = to_regnamespace('study') limit 1",
  );
  if (rows.length > 0)
    throw new ConversionError(
      `The database has tables of this version in the schema study, and of an earlier one in ${former.join(' and ')}: drop or rename those that are not in use.`,
    );
  for (const schema of former) await refuseUncollected(client, schema);
  // Without tables and views, it has at most the functions that a command has created.
  await client.query('drop schema if exists study cascade');
  if (former.includes('host')) await client.query('alter schema host rename to study');
  else await client.query('create schema study');
  if (former.includes('panel')) await movePanel(client);
  for (const schema of FORMER_SCHEMAS) await leaveRecord(client, schema);
}

/** Throws ConversionError if the earlier version must still collect changes of imports. */
async function refuseUncollected(client: ClientBase, schema: string): Promise<void> {
  for (const { table, column, condition } of UNCOLLECTED) {
    const { rows: columns } = await client.query(
      `select 1 from information_schema.columns
        where table_schema = $1 and table_name = $2 and column_name = $3`,
      [schema, table, column],
    );
    if (columns.length === 0) continue;
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from "${schema}"."${table}" where ${condition}`,
    );
    const problem = explainUncollected(Number(rows[0]?.n));
    if (problem) throw new ConversionError(problem);
  }
}

/** Moves the panel's tables, with their indexes, sequences and constraints, and joins the recorded migrations. */
async function movePanel(client: ClientBase): Promise<void> {
  const present = await listTables(client, 'study');
  for (const name of await listTables(client, 'panel')) {
    if (MIGRATION_TABLES.includes(name) && present.includes(name)) continue;
    if (name === RENAMED.from) await renameTable(client);
    const moved = name === RENAMED.from ? RENAMED.to : name;
    await client.query(`alter table panel."${moved}" set schema study`);
  }
  if (present.includes('kysely_migration'))
    await client.query('insert into study.kysely_migration select * from panel.kysely_migration');
  await client.query('drop table if exists panel.kysely_migration, panel.kysely_migration_lock');
}

/** Renames the table of which both schemas have one, and its indexes. */
async function renameTable(client: ClientBase): Promise<void> {
  const { from, to } = RENAMED;
  const { rows } = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'panel' and tablename = $1`,
    [from],
  );
  // Renaming the index of a constraint renames the constraint too.
  for (const { name } of rows)
    await client.query(`alter index panel."${name}" rename to "${name.replace(from, to)}"`);
  await client.query(`alter table panel."${from}" rename to "${to}"`);
}

/** Leaves in a former schema the record at which the start of an earlier version ends. */
async function leaveRecord(client: ClientBase, schema: string): Promise<void> {
  await client.query(`create schema if not exists "${schema}"`);
  // A first start that failed before its first migration has left these tables without rows.
  await client.query(
    `drop table if exists "${schema}".kysely_migration, "${schema}".kysely_migration_lock`,
  );
  await client.query(
    `create table "${schema}".kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null)`,
  );
  await client.query(`insert into "${schema}".kysely_migration values ($1, $2)`, [
    MOVED,
    new Date().toISOString(),
  ]);
}
