import { randomBytes } from 'node:crypto';
import { type Kysely, type Migration, sql } from 'kysely';

interface MailRow {
  day: string;
  user_id: string;
  state: string;
  attempts: number;
  at: number | string;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Long after any day on which an erasure could be completed, or a mail deleted. */
const KEPT_MS = 365_000 * DAY_MS;

/**
 * Adds the attempts to jobs, and makes jobs of erasures that are not completed, and of the mails to each recipient,
 * whose table is dropped. The plan of an erasure is copied as it is, encrypted. The names of users are not copied.
 */
export const attempts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('job')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Milliseconds since the epoch.
    await db.schema.alterTable('job').addColumn('due_at', 'bigint').execute();
    await sql`insert into job
      select id, 'erasure', case username when 'the panel' then '' else 'unknown' end, '', '', null,
        'waiting', content, null, 0, 0, null, created_at, created_at + ${sql.lit(KEPT_MS)}, 0, created_at
      from erasure where state = 'running'`.execute(db);
    const { rows } = await sql<MailRow>`select * from weekly_mail_recipient`.execute(db);
    for (const { day, user_id, state, attempts: made, at } of rows) {
      const sentAt = Number(at);
      const isDue = state === 'failed' && made < 3;
      await sql`insert into job values (${randomBytes(24).toString('base64url')}, 'mail', '', '',
        ${`${day} ${user_id}`}, ${`mail ${day} ${user_id}`},
        ${isDue ? 'waiting' : state === 'sent' ? 'done' : 'failed'}, '',
        ${state === 'failed' && !isDue ? '' : null}, 0, 0, null,
        ${sentAt}, ${sentAt + KEPT_MS}, ${made}, ${sentAt + HOUR_MS - 5 * MINUTE_MS})`.execute(db);
    }
    await db.schema.dropTable('weekly_mail_recipient').execute();
  },
};
