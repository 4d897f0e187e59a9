import type { Kysely, Migration } from 'kysely';

/** Adds the table of saved views: the identifying filters of lists, which stand behind `?view=`. */
export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_view')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('saved_view_owner')
      .on('saved_view')
      .columns(['owner', 'digest'])
      .unique()
      .execute();
    await db.schema.createIndex('saved_view_used_at').on('saved_view').column('used_at').execute();
  },
};
