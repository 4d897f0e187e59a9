import type { Kysely, Migration } from 'kysely';

/** Creates the table of drafts: the content of forms that were posted after their session had expired. */
export const keptForms: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('kept_form')
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      // A hash, because a path may identify a person.
      .addColumn('path_hash', 'varchar(64)', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_form_key', ['username', 'path_hash'])
      .execute();
  },
};
