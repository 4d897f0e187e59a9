import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillDemoMessenger } from '../../../app/lib/core/messenger/demo/fill-demo.server';
import { getMessengerPaths } from '../../../app/lib/core/messenger/paths';
import { openSqlStore } from '../../../app/lib/core/messenger/sql.server';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { migrateToLatest } from '../../../shared/db/migrate';
import { defined } from '../../../shared/defined';
import { makeDemoNumber } from '../../../shared/demo/names';
import { emptyDatabase } from '../../support/database';
import { take } from '../../support/take';

const TODAY = '2026-11-01';
const paths = getMessengerPaths('study');

async function filled(): Promise<Kysely<StudyTables>> {
  const db = await emptyDatabase<StudyTables>();
  await migrateToLatest(db, migrations);
  await fillDemoMessenger(db, { product: 'study', today: TODAY });
  return db;
}

describe('the demo of the messenger', () => {
  let db: Kysely<StudyTables>;
  beforeAll(async () => {
    db = await filled();
    return () => db.destroy();
  });

  it('has discussions with 2 to 400 posts, and each states the number of its posts', async () => {
    const store = openSqlStore(async () => db);
    const discussions = await store.list(paths.discussions, { limit: 100 });
    expect(discussions).toHaveLength(60);
    const counts = await Promise.all(discussions.map(({ id }) => store.count(paths.posts(id))));
    expect(Math.min(...counts)).toBe(2);
    expect(Math.max(...counts)).toBe(400);
    expect(defined(discussions[0]).fields.posts).toBe(counts[0]);
  });

  it('has users and conversations for the phones of the study, and a chat of 20,000 messages', async () => {
    const store = openSqlStore(async () => db);
    const users = await store.list(paths.users, { limit: 1_000 });
    expect(users.map(({ id }) => id)).toContain(makeDemoNumber(300));
    expect(await store.count(paths.messages('chat-0001'))).toBe(20_000);
    const [mine] = take(
      await store.list(paths.conversations(makeDemoNumber(1)), { limit: 1_000 }),
      1,
    );
    expect(mine.fields).toMatchObject({ id: 'chat-0001', owner: makeDemoNumber(1) });
    const sent = await store.count(paths.messages('chat-0001'), {
      field: 'sender',
      equals: makeDemoNumber(1),
    });
    expect(sent).toBeGreaterThan(9_000);
  });

  it('is the same every time, and does not overwrite existing documents', async () => {
    const all = (of: Kysely<StudyTables>) =>
      of.selectFrom('document').selectAll().orderBy('collection').orderBy('id').execute();
    const before = await all(db);
    const again = await filled();
    expect(await all(again)).toEqual(before);
    await again.destroy();
    await db
      .updateTable('document')
      .set({ data: '{"title":"changed"}' })
      .where('id', '=', 'demo-001')
      .execute();
    await fillDemoMessenger(db, { product: 'study', today: TODAY });
    const changed = await all(db);
    expect(changed).toHaveLength(before.length);
    expect(changed.find(({ id }) => id === 'demo-001')?.data).toBe('{"title":"changed"}');
  });
});
