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
  '2026-11-22-session-devices': {
    async up(db: Kysely<unknown>) {
      const add = (name: string, type: 'text' | 'bigint') =>
        db.schema.alterTable('session').addColumn(name, type).execute();
      // Names a session on its owner's profile; it opens nothing.
      await add('public_id', 'text');
      await add('user_id', 'text');
      await add('device', 'text');
      await add('checked_at', 'bigint');
      await db.schema.createIndex('session_user').on('session').column('user_id').execute();
    },
  },
  '2026-11-22-kept-forms': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('kept_form')
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        // A digest: a path may name a person.
        .addColumn('path_hash', 'varchar(64)', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('kept_form_key', ['username', 'path_hash'])
        .execute();
    },
  },
  '2026-11-22-throttles': {
    async up(db: Kysely<unknown>) {
      // The columns that rate-limiter-flexible works on.
      await db.schema
        .createTable('throttle')
        .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
        .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('expire', 'bigint')
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
        .addColumn('session_id', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('loaded_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-23-saved-conversations-of-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('session_public_id')
        .on('session')
        .column('public_id')
        .unique()
        .execute();
      // What it holds is loaded anew. A session that ends, in whatever way, takes its summary along.
      await db.schema.dropTable('saved_conversations').execute();
      await db.schema
        .createTable('saved_conversations')
        .addColumn('session_id', 'text', (column) =>
          column.primaryKey().references('session.public_id').onDelete('cascade'),
        )
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('loaded_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-24-pending-imports': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pending_import')
        .addColumn('token', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        .addColumn('list', 'varchar(64)', (column) => column.notNull())
        .addColumn('content', 'text')
        .addColumn('report', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('pending_import_username')
        .on('pending_import')
        .column('username')
        .execute();
    },
  },
  '2026-11-24-shared-settings': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('shared_setting')
        .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-26-lock-owners': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('submission').addColumn('owner', 'text').execute();
      await db.schema.createIndex('submission_owner').on('submission').column('owner').execute();
    },
  },
  '2026-11-26-stored-audit-intents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit_intent')
        .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('owner', 'varchar(36)', (column) => column.notNull())
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('state', 'varchar(8)', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('audit_intent_due')
        .on('audit_intent')
        .columns(['state', 'due_at'])
        .execute();
    },
  },
  '2026-11-26-t-pending-import-parts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pending_import_part')
        .addColumn('token', 'varchar(64)', (column) =>
          column.notNull().references('pending_import.token').onDelete('cascade'),
        )
        .addColumn('n', 'integer', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('pending_import_part_key', ['token', 'n'])
        .execute();
    },
  },
  '2026-11-26-u-security-counts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('security_count')
        .addColumn('action', 'varchar(32)', (column) => column.notNull())
        .addColumn('what', 'varchar(200)', (column) => column.notNull())
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        .addColumn('address', 'varchar(64)', (column) => column.notNull())
        .addColumn('window_start', 'bigint', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('security_count_key', [
          'window_start',
          'action',
          'what',
          'username',
          'address',
        ])
        .execute();
      await db.schema
        .createTable('known_account')
        // A digest of what was typed.
        .addColumn('name_hash', 'varchar(64)', (column) => column.primaryKey())
        .addColumn('username', 'varchar(255)', (column) => column.notNull())
        .execute();
    },
  },
  '2026-11-26-v-user-keys': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('session').addColumn('user_key', 'varchar(64)').execute();
      await db.schema.createIndex('session_user_key').on('session').column('user_key').execute();
    },
  },
};
