import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../backend/db/migrations';
import { migrateToLatest } from '../../shared/db/migrate';
import { emptyDatabase } from '../support/database';

const DAY_MS = 86_400_000;

async function openEarlier() {
  const db: Kysely<unknown> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(migrations).filter(([name]) => name < '0057');
  await migrateToLatest(db, Object.fromEntries(earlier));
  return db;
}

it('bulk actions, exported files and imports of the earlier version become jobs with their parts', async () => {
  const db = await openEarlier();
  for (const [token, state, ending, undoneBy] of [
    ['asked', 'asked', null, null],
    ['cut', 'running', null, null],
    ['ended', 'ended', null, 'undoing'],
    ['early', 'ended', 'The host did not answer.', null],
    ['undoing', 'ended', null, null],
  ])
    await sql`insert into bulk_action values (${token}, 'ann', 'color', ${state}, ${`content of ${token}`}, 'runner', ${ending}, ${undoneBy}, 1000)`.execute(
      db,
    );
  await sql`insert into bulk_record values ('ended', 0, 'record', 'failed', 'note')`.execute(db);
  for (const [token, state, result] of [
    ['making', 'making', null],
    ['ready', 'ready', 'result of ready'],
    ['failed', 'failed', 'result of failed'],
  ])
    await sql`insert into exported_file values (${token}, 'ann', ${state}, 'file', ${result}, 7, 'runner', 2000)`.execute(
      db,
    );
  await sql`insert into exported_part values ('ready', 0, 'piece')`.execute(db);
  await sql`insert into pending_import values ('file', 'ann', 'colors', null, 'report', 3000)`.execute(
    db,
  );
  await sql`insert into pending_import_part values ('file', 0, 'bytes')`.execute(db);

  await migrateToLatest(db, migrations);

  const { rows } = await sql<Record<string, unknown>>`
    select token, kind, subject, unique_key, state, content, result, done, created_at, expires_at
    from job where owner = 'ann' order by created_at, token`.execute(db);
  const read = rows.map(({ created_at, expires_at, ...row }) => [
    ...Object.values(row),
    Number(expires_at) - Number(created_at),
  ]);
  const bulk = (token: string, state: string, key: string | null = null) =>
    [token, 'bulk', 'color', key, state, `content of ${token}`, null, 0, DAY_MS] as const;
  const file = (token: string, state: string, result: string | null) =>
    [token, 'export', '', null, state, 'file', result, 7, DAY_MS] as const;
  expect(read).toEqual([
    bulk('asked', 'waiting'),
    bulk('cut', 'running'),
    bulk('early', 'failed'),
    bulk('ended', 'done'),
    bulk('undoing', 'done', 'undo ended'),
    file('failed', 'failed', 'result of failed'),
    file('making', 'running', null),
    file('ready', 'done', 'result of ready'),
    ['file', 'import', 'colors', null, 'running', 'report', null, 0, 1_800_000],
  ]);
  const parts = sql`select token, n, content, outcome, note from job_part order by token`;
  expect((await parts.execute(db)).rows).toEqual([
    { token: 'ended', n: 0, content: 'record', outcome: 'failed', note: 'note' },
    { token: 'file', n: 0, content: 'bytes', outcome: null, note: null },
    { token: 'ready', n: 0, content: 'piece', outcome: null, note: null },
  ]);
});
