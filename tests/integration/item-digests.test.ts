import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import {
  computeMentionDigests,
  deleteItems,
  storeDigests,
} from '~/lib/core/digests/item-digests.server';
import { Mentions } from '~/lib/core/digests/mentions.server';
import { getPanelKeys } from '~/lib/core/server/keys.server';
import { itemDigests } from '../../backend/db/migrations/0058-item-digests';
import type { StudyTables } from '../../backend/db/study-tables';
import { emptyDatabase } from '../support/database';

const person = { participantId: '5', studyNumber: 'STU-1', phones: [], names: ['Mary Banda'] };

it('an item whose digests are stored during an erasure is deleted', async () => {
  const db: Kysely<StudyTables> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  await itemDigests.up(db);
  await sql`create table job (token varchar(64) primary key, due_at bigint)`.execute(db);
  await sql`create table kept_form (username text, path_hash text)`.execute(db);
  const store = (token: string) => sql`insert into job (token) values (${token})`.execute(db);
  const key = getPanelKeys().ring.current.id;
  const digests = Array.from({ length: 50_000 }, (_, n) => `${n}`.padStart(11, '0')).join('');
  // The erasure passes the place of this item before its digests are there.
  await store('0');
  for (let n = 0; n < 100; n += 1) {
    await store(`other-${n}`);
    await db
      .insertInto('item_digest')
      .values({ kind: 'job', item: `other-${n}`, key, digests })
      .execute();
  }
  const mentions = new Mentions();
  mentions.addTexts(['Mary Banda']);
  const own = await computeMentionDigests(mentions);
  const erasing = db
    .transaction()
    .execute((transaction) => deleteItems(transaction, { person, records: [] }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await storeDigests(db, 'job', '0', own);
  await erasing;
  const { rows } = await sql`select token from job where token = '0'`.execute(db);
  expect(rows).toEqual([]);
});
