import type { Kysely, Migration } from 'kysely';

/** Creates the table of keyed digests by which an erasure finds encrypted items that mention a person. */
export const itemDigests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('item_digest')
      .addColumn('kind', 'varchar(32)', (column) => column.notNull())
      .addColumn('item', 'varchar(512)', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('digests', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('item_digest_key', ['kind', 'item'])
      .execute();
  },
};
