import type { Kysely, Migration } from 'kysely';

/** Creates the tables of the weekly mails and of their recipients. */
export const weeklyMail: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('weekly_mail')
      .addColumn('day', 'varchar(10)', (column) => column.primaryKey())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('weekly_mail_recipient')
      .addColumn('day', 'varchar(10)', (column) =>
        column.notNull().references('weekly_mail.day').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('weekly_mail_recipient_key', ['day', 'user_id'])
      .execute();
  },
};
