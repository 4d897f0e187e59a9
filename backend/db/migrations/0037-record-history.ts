import type { Kysely, Migration } from 'kysely';

/** Creates the tables of the history of records, and the unsigned head of its chain. */
export const recordHistory: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('record_identity')
      .addColumn('id', 'varchar(22)', (column) => column.primaryKey())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('digest', 'varchar(64)')
      .addColumn('sealed', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('record_identity_digest')
      .unique()
      .on('record_identity')
      .columns(['entity', 'digest'])
      .execute();
    await db.schema
      .createTable('pending_change')
      .addColumn('id', 'varchar(22)', (column) => column.primaryKey())
      .addColumn('owner', 'varchar(36)', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('record_change')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'varchar(22)', (column) => column.notNull().unique())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('record', 'varchar(22)', (column) => column.notNull())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('undoes', 'varchar(22)')
      .addColumn('outcome', 'varchar(8)', (column) => column.notNull())
      .addColumn('digest', 'varchar(64)', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('record_change_record')
      .on('record_change')
      .columns(['record', 'seq'])
      .execute();
    await db.schema
      .createTable('history_head')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('last_seq', 'integer', (column) => column.notNull())
      .addColumn('last_digest', 'varchar(64)', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('key', 'text')
      .addColumn('signature', 'varchar(64)')
      .execute();
    await db.schema
      .createIndex('record_change_undoes')
      .on('record_change')
      .column('undoes')
      .execute();
    const tables = db as Kysely<{ history_head: Record<string, unknown> }>;
    await tables
      .insertInto('history_head')
      .values({ id: 1, last_seq: 0, last_digest: '', problem: null, key: null, signature: null })
      .execute();
  },
};
