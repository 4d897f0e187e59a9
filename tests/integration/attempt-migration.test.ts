import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../backend/db/migrations';
import { migrateToLatest } from '../../shared/db/migrate';
import { emptyDatabase } from '../support/database';

const DAY_MS = 86_400_000;

async function openEarlier() {
  const db: Kysely<unknown> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(migrations).filter(([name]) => name < '0059');
  await migrateToLatest(db, Object.fromEntries(earlier));
  return db;
}

it('erasures that are not completed and mails of the earlier version become jobs, and other jobs stay', async () => {
  const db = await openEarlier();
  await sql`insert into job values ('file', 'export', 'ann', 'sealed', 'colors', null, 'done', 'content', 'result', 7, 7, 'runner', 1000, 2000)`.execute(
    db,
  );
  for (const [id, state, username, completedAt] of [
    ['open', 'running', 'ann', null],
    ['again', 'running', 'the panel', null],
    ['complete', 'completed', 'ann', 5000],
  ])
    await sql`insert into erasure values (${id}, ${`digest of ${id}`}, ${state}, ${username}, ${`content of ${id}`}, 3000, ${completedAt})`.execute(
      db,
    );
  await sql`insert into weekly_mail values ('2024-01-01', 'text')`.execute(db);
  for (const [user, state, attempts] of [
    ['a waiting one', 'failed', 2],
    ['b sent', 'sent', 1],
    ['c lost', 'unknown', 1],
    ['d given up', 'failed', 3],
  ])
    await sql`insert into weekly_mail_recipient values ('2024-01-01', ${user}, ${state}, ${attempts}, 4000)`.execute(
      db,
    );

  await migrateToLatest(db, migrations);

  const { rows } = await sql<Record<string, unknown>>`
    select kind, owner, username, subject, unique_key, state, content, result, runner, attempts,
      due_at, created_at, expires_at - created_at as kept_ms
    from job order by kind, subject, owner`.execute(db);
  const read = rows.map(({ due_at, created_at, kept_ms, ...row }) => [
    ...Object.values(row),
    ...[due_at === null ? null : Number(due_at), Number(created_at), Number(kept_ms)],
  ]);
  const erasure = (id: string, owner: string) =>
    ['erasure', owner, '', '', null, 'waiting', `content of ${id}`, null, null, 0] as const;
  const mail = (user: string, state: string, result: string | null, attempts: number) => {
    const subject = `2024-01-01 ${user}`;
    const job = ['mail', '', '', subject, `mail ${subject}`, state, '', result, null, attempts];
    return [...job, 4000 + 55 * 60_000, 4000, 365_000 * DAY_MS];
  };
  expect(read).toEqual([
    [...erasure('again', ''), 3000, 3000, 365_000 * DAY_MS],
    [...erasure('open', 'unknown'), 3000, 3000, 365_000 * DAY_MS],
    ...[['export', 'ann', 'sealed', 'colors', null, 'done', 'content', 'result', 'runner', 0]].map(
      (job) => [...job, null, 1000, 1000],
    ),
    mail('a waiting one', 'waiting', null, 2),
    mail('b sent', 'done', null, 1),
    mail('c lost', 'failed', null, 1),
    mail('d given up', 'failed', '', 3),
  ]);
  const tokens = await sql<{ token: string }>`select token from job where kind = 'erasure'`.execute(
    db,
  );
  expect(tokens.rows.map(({ token }) => token).sort()).toEqual(['again', 'open']);
  await expect(sql`select * from weekly_mail_recipient`.execute(db)).rejects.toThrow();
});
