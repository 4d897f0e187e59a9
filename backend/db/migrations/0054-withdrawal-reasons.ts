import type { Kysely, Migration } from 'kysely';

/**
 * Adds the reasons of withdrawals. Deletes the figures of the home page whose meaning has changed, and the summaries of
 * conversations that lack the unanswered ones. They are counted again.
 */
export const withdrawalReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('withdrawal').addColumn('reason', 'text').execute();
    const store = db as Kysely<{ overview: { name: string }; saved_conversations: object }>;
    await store
      .deleteFrom('overview')
      .where('name', 'in', ['conversations', 'usage', 'navigators'])
      .execute();
    await store.deleteFrom('saved_conversations').execute();
  },
};
