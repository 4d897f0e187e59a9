import type { Kysely, Migration } from 'kysely';

/** The panel's own tables, by date. A migration is never changed after it has landed. */
export const storeMigrations: Record<string, Migration> = {
  '2026-11-21-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('session')
        // SHA-256 of the cookie's token: who reads the table cannot sign in with it.
        .addColumn('token_hash', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('session_username').on('session').column('username').execute();
    },
  },
  '2026-11-21-submissions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('submission')
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        .addColumn('token', 'varchar(64)', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('location', 'text')
        .addPrimaryKeyConstraint('submission_key', ['username', 'token'])
        .execute();
    },
  },
  '2026-11-22-documents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('document')
        .addColumn('collection', 'varchar(1500)', (column) => column.notNull())
        .addColumn('id', 'varchar(1500)', (column) => column.notNull())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('order_key', 'bigint')
        .addColumn('version', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('document_key', ['collection', 'id'])
        .execute();
      await db.schema
        .createIndex('document_order')
        .on('document')
        .columns(['collection', 'order_key', 'id'])
        .execute();
    },
  },
  '2026-11-22-saved-conversations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('saved_conversations')
        .addColumn('session_hash', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('loaded_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
