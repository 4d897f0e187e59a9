import type { Kysely, Migration } from 'kysely';

/** Creates the table of the messenger's documents, for panels without Firestore. */
export const documents: Migration = {
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
};
