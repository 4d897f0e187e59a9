import type { Kysely, Migration } from 'kysely';

/** Creates the table of the views that users open by default or have pinned, and the index of views for everybody. */
export const viewChoices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('view_choice')
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('view', 'text', (column) => column.notNull())
      .addColumn('list', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('view_choice_key', ['owner', 'kind', 'view'])
      .execute();
    await db.schema.createIndex('view_choice_view').on('view_choice').column('view').execute();
    await db.schema
      .createIndex('saved_view_list_digest')
      .on('saved_view')
      .column('list_digest')
      .execute();
  },
};
