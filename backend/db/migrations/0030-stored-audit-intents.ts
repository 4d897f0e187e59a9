import type { Kysely, Migration } from 'kysely';

/** Creates the table of audit entries that have not been sent yet. */
export const storedAuditIntents: Migration = {
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
};
