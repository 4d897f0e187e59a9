import type { Kysely, Migration } from 'kysely';

/** Adds the names of saved views. */
export const namedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('saved_view').addColumn('name', 'text').execute();
    await db.schema.alterTable('saved_view').addColumn('list_digest', 'text').execute();
    await db.schema
      .createIndex('saved_view_list')
      .on('saved_view')
      .columns(['owner', 'list_digest'])
      .execute();
  },
};
