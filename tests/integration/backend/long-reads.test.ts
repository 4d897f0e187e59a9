import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stored } from '../../../backend/entities/columns';
import type { Table } from '../../../backend/entities/table';
import { listRecords, streamRecords } from '../../../backend/lists/lists';
import { openDatabase } from '../../../shared/db/connect';
import { LongReader, readOnThread } from '../../../shared/db/long-reads';
import { readSqlite } from '../../../shared/db/sqlite-file';
import { parseListQuery } from '../../../shared/list/grammar';

interface Visit {
  id: number;
  place: string;
  amount: number;
}

const VISITS = 6_000;
const table: Table = {
  wireName: 'visit',
  singular: 'visit',
  label: 'place',
  table: 'visit',
  key: 'id',
  columns: { ...stored('number', 'id amount'), ...stored('text', 'place') },
};

const folder = mkdtempSync(path.join(tmpdir(), 'long-reads-'));
const file = path.join(folder, 'host.sqlite');
const visits: Visit[] = Array.from({ length: VISITS }, (_, index) => ({
  id: index + 1,
  place: `Place ${(index * 7_919) % VISITS}`,
  amount: (index * 31) % 997,
}));
let db: Kysely<{ visit: Visit; few: Visit }>;

beforeAll(async () => {
  db = await openDatabase({ file });
  for (const name of ['visit', 'few'])
    await sql`create table ${sql.table(name)} (id integer primary key, place text, amount integer, text_keys text)`.execute(
      db,
    );
  await sql`create index visit_amount on visit (amount, id)`.execute(db);
  for (let start = 0; start < VISITS; start += 1_000)
    await db
      .insertInto('visit')
      .values(visits.slice(start, start + 1_000))
      .execute();
  await db.insertInto('few').values(visits.slice(0, 10)).execute();
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A query that takes SQLite some tenths of a second. */
const long = () =>
  sql<{ n: number }>`select count(*) as n from visit as a, visit as b
    where a.id <= 1000 and a.amount + b.amount = 13`.compile(db);

it('a query that fails is rejected with the reason, and the next one is answered', async () => {
  const failing = sql`select json_extract(place, '$.x') from visit order by place`.compile(db);
  await expect(readOnThread(db, failing)).rejects.toThrow('malformed JSON');
  const all = await readOnThread(
    db,
    db.selectFrom('visit').select('id').orderBy('place').compile(),
  );
  expect(all).toHaveLength(VISITS);
});

it('short queries are answered while long ones run', async () => {
  let isDone = false;
  const slow = Promise.all([
    readOnThread(db, long()),
    readOnThread(db, long()),
    readOnThread(db, long()),
  ]);
  slow.then(() => {
    isDone = true;
  });
  await expect(db.selectFrom('few').selectAll().execute()).resolves.toHaveLength(10);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isDone).toBe(false);
  const expected = visits
    .slice(0, 1_000)
    .map(({ amount }) => visits.filter((other) => amount + other.amount === 13).length)
    .reduce((sum, n) => sum + n, 0);
  expect(await slow).toEqual([[{ n: expected }], [{ n: expected }], [{ n: expected }]]);
});

it('a long query sees what was committed before, and in a transaction what the transaction has written', async () => {
  const places = db.selectFrom('visit').select('place').where('place', 'like', 'New%');
  const insert = { place: 'New 1', amount: 1 };
  await db
    .insertInto('visit')
    .values({ id: VISITS + 1, ...insert })
    .execute();
  expect(await readOnThread(db, places.compile())).toEqual([{ place: 'New 1' }]);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('visit')
      .where('id', '=', VISITS + 1)
      .execute();
    expect(await readOnThread(transaction, places.compile())).toEqual([]);
  });
  expect(await readOnThread(db, places.compile())).toEqual([]);
});

it('closing the database rejects the queries that run, and those that follow', async () => {
  const other = await openDatabase<{ visit: Visit }>({ file });
  await other.selectFrom('visit').select('id').limit(1).execute();
  const running = readOnThread(other, long());
  const refused = expect(running).rejects.toThrow('has ended');
  await other.destroy();
  await refused;
});

it('a list of many rows has the same rows and the same order as one of few rows', async () => {
  const query = parseListQuery(new URLSearchParams('place=7&sort=-place&size=5&page=3'), {
    id: 'number',
    amount: 'number',
    place: 'text',
  }).query;
  const expected = visits
    .filter(({ place }) => place.includes('7'))
    .sort((one, other) => (one.place < other.place ? 1 : -1));
  const { items, total } = await listRecords(db as never, table, query, {});
  expect(total).toBe(expected.length);
  expect(items).toEqual(expected.slice(10, 15));
  const stream = await streamRecords(db as never, table, { ...query, size: undefined }, {});
  const streamed: unknown[] = [];
  for await (const part of stream.parts) streamed.push(...part);
  expect(streamed).toEqual(expected);
});

describe('the queries that run on threads', () => {
  function isLong(text: string): boolean {
    const sqlite = readSqlite(file);
    try {
      return new LongReader(sqlite).isLong(sql.raw(text).compile(db));
    } finally {
      sqlite.close();
    }
  }

  it.each([
    ['reads all rows of a long table', 'select count(*) from visit'],
    ['sorts a long table', 'select id from visit where amount > 3 order by place limit 10'],
    [
      'reads a long table in a subquery',
      'select id from few where id in (select amount from visit)',
    ],
  ])('%s', (_, text) => {
    expect(isLong(text)).toBe(true);
  });

  it.each([
    ['reads one row', 'select * from visit where id = 3'],
    ['reads a page by an index', 'select id from visit where amount = 3 order by id limit 10'],
    ['reads a short table', 'select count(*) from few order by place'],
  ])('not one that %s', (_, text) => {
    expect(isLong(text)).toBe(false);
  });
});
