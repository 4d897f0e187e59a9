import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Creates the tables of the access log. It states who was sent identifying fields of which records, and when. */
export const accessLog: Migration = {
  async up(db: Kysely<unknown>) {
    const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
    const smallest = isServer ? sql`` : sql`without rowid`;
    await db.schema
      .createTable('access_user')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('user_key', 'varchar(64)', (column) => column.notNull())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addUniqueConstraint('access_user_name', ['user_key', 'username'])
      .execute();
    await db.schema
      .createTable('access_entity')
      .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('name', 'varchar(64)', (column) => column.notNull().unique())
      .execute();
    await db.schema
      .createTable('access_key')
      .addColumn('key_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('digest', 'varchar(32)', (column) => column.notNull().unique())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('seen_on', 'varchar(10)', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('access_log')
      .addColumn('access_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('access_date', 'varchar(19)', (column) => column.notNull())
      .addColumn('access_user_id', 'integer', (column) => column.notNull())
      .addColumn('access_request', 'varchar(64)')
      .addColumn('access_kind', 'varchar(16)', (column) => column.notNull())
      .addColumn('access_list', 'varchar(64)', (column) => column.notNull())
      .addColumn('access_count', 'integer', (column) => column.notNull())
      .addColumn('access_records', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('access_log_user')
      .on('access_log')
      .columns(['access_user_id', 'access_id'])
      .execute();
    // A table without row ids, which only SQLite has, stores the key only once.
    await db.schema
      .createTable('access_posting')
      .addColumn('entity_id', 'integer', (column) => column.notNull())
      .addColumn('ref', 'integer', (column) => column.notNull())
      .addColumn('access_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('access_posting_key', ['entity_id', 'ref', 'access_id'])
      .modifyEnd(smallest)
      .execute();
    await db.schema
      .createTable('access_part')
      .addColumn('access_id', 'integer', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('entity_id', 'integer', (column) => column.notNull())
      .addColumn('first_ref', 'integer', (column) => column.notNull())
      .addColumn('last_ref', 'integer', (column) => column.notNull())
      .addColumn('refs', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('access_part_key', ['access_id', 'part', 'entity_id'])
      .execute();
    await db.schema
      .createIndex('access_part_refs')
      .on('access_part')
      .columns(['entity_id', 'last_ref', 'first_ref'])
      .execute();
  },
};
