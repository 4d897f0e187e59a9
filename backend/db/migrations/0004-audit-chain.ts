import { createHash } from 'node:crypto';
import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

type Rows = Kysely<Record<string, Record<string, string | number | null>>>;

const MESSAGE = 'Entries of the audit trail stay as they are';

/** The key and the columns of each log at the time of this migration. */
const journals = {
  audit_entry: ['audit_id', 'audit_username audit_title audit_action audit_description audit_date'],
  login_entry: ['login_id', 'login_username login_source login_date'],
  log_entry: ['log_id', 'log_username log_title log_action log_description log_exception log_date'],
} as const;

/**
 * Adds a digest to each log entry, including the existing ones, that also covers the digest of the entry before.
 * Makes the database refuse to change or delete entries.
 */
export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('chain_head')
      .addColumn('chain_table', 'text', (column) => column.primaryKey())
      .addColumn('last_id', 'bigint', (column) => column.notNull())
      .addColumn('last_digest', 'text', (column) => column.notNull())
      .execute();
    for (const [table, [key, columns]] of Object.entries(journals)) {
      await db.schema.alterTable(table).addColumn('entry_digest', 'text').execute();
      await bind(db as Rows, table, key, columns.split(' '));
      await refuseChanges(db, table);
    }
  },
};

async function bind(db: Rows, table: string, key: string, columns: readonly string[]) {
  let digest = '';
  let last = 0;
  for (const row of await db.selectFrom(table).selectAll().orderBy(key).execute()) {
    last = Number(row[key]);
    const content = columns.map((column) => row[column] ?? null);
    digest = createHash('sha256')
      .update(JSON.stringify([digest, table, last, ...content]))
      .digest('hex');
    await db.updateTable(table).set({ entry_digest: digest }).where(key, '=', last).execute();
  }
  await db
    .insertInto('chain_head')
    .values({ chain_table: table, last_id: last, last_digest: digest })
    .execute();
}

/** Creates triggers that refuse every change or deletion of the rows of a table. */
async function refuseChanges(db: Kysely<unknown>, table: string) {
  const rows = sql.table(table);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    for (const change of ['update', 'delete'])
      await sql`create trigger ${sql.ref(`${table}_no_${change}`)}
        before ${sql.raw(change)} on ${rows}
        begin select raise(abort, ${sql.lit(MESSAGE)}); end`.execute(db);
    return;
  }
  const keep = sql.id(`${table}_keep`);
  await sql`create function ${keep}() returns trigger language plpgsql as ${sql.lit(
    `begin raise exception '${MESSAGE}'; end`,
  )}`.execute(db);
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.id(`${table}_no_${change}`)}
      before ${sql.raw(change)} on ${rows} for each row execute function ${keep}()`.execute(db);
  await sql`create trigger ${sql.id(`${table}_no_truncate`)}
    before truncate on ${rows} for each statement execute function ${keep}()`.execute(db);
}
