import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import { SortableDates } from '../../../backend/db/sortable-dates';
import type { StudyTables } from '../../../backend/db/study-tables';
import { buildTextKey, TextKeys } from '../../../backend/db/text-keys';
import type { Database } from '../../../backend/db/types';
import { buildCodeLabel, buildComputed, stored } from '../../../backend/entities/columns';
import { findDatedTables, findKeyedTables } from '../../../backend/entities/host-database';
import { getKinds, type Table } from '../../../backend/entities/table';
import { fillSortableDates } from '../../../backend/lists/fill-sortable-dates';
import { addKeyColumns } from '../../../backend/lists/fill-text-keys';
import { makeListIndexes } from '../../../backend/lists/list-indexes';
import { listRecords, streamRecords } from '../../../backend/lists/lists';
import { getDialect } from '../../../shared/db/dialect-of';
import { migrateToLatest } from '../../../shared/db/migrate';
import { byName } from '../../../shared/db/types';
import { defined } from '../../../shared/defined';
import { listSearchParams, parseListQuery } from '../../../shared/list/grammar';
import { applyListQuery } from '../../../shared/list/memory';
import { emptyDatabase } from '../../support/database';
import { STAMP, startHost, TIME_ZONE } from '../../support/start-host';
import { turn } from '../../support/turn';

/** Reads a list's URL as the host does. */
function queryFrom(table: Table, params: URLSearchParams) {
  return parseListQuery(params, getKinds(table)).query;
}

/** A table with columns of every kind, stored and computed. */
const odd: Table = {
  wireName: 'odd',
  singular: 'odd thing',
  label: 'title',
  table: 'odd',
  key: 'id',
  columns: {
    ...stored('number', 'id amount'),
    ...stored('text', 'title note'),
    ...stored('choice', 'kind'),
    ...stored('date', 'day'),
    state: buildCodeLabel('amount', [{ value: '1', label: 'One' }], 'Other'),
    doubled: buildComputed('number', sql`odd.amount * 2`),
    shout: {
      ...buildComputed('text', sql`(select also.title from odd as also where also.id = odd.id)`),
      buildKey: (dialect) =>
        sql`(select ${buildTextKey(dialect, 'also', 'title')} from odd as also where also.id = odd.id)`,
    },
  },
};

const texts = [
  null,
  '',
  ' ',
  'a',
  'A',
  'ä',
  'Ä',
  'ß',
  'ẞ',
  'İ',
  'i',
  'ı',
  'Σ',
  'ς',
  'σας',
  'ΣΑΣ',
  '%',
  '_',
  'a%b',
  'a_b',
  'aXb',
  '\\',
  'a\\b',
  "it's",
  '"',
  '🙂',
  '🙂x',
  '\uFFFD',
  'é',
  'e\u0301',
  'Z',
  'zz',
  '10',
  '9',
  ' lead',
  'trail ',
  'Active',
  'Inactive',
  '中',
  '\u{10400}',
  '\u{10428}',
  'null',
  'École Zoë',
  'E\u0301cole  Zoe\u0308',
  'Ångström',
  'A\u030angstro\u0308m',
  'zebra',
  'Łódź',
  'straße',
  'T-2',
  'T-10',
  'T-02',
  's-01142',
  '+260 97-123 4567',
  '0971234567',
  '“097 123 4567”',
  '00260971234567',
  'a\u200bb\u00adc',
  '\u00a0a\tb  c\u00a0',
  '\u0301',
  '\u200b',
  'ﬁve ⑤ ５',
  '\u0378',
  'x'.repeat(300),
  `${'x'.repeat(299)}é`,
] as const;

/** Texts of filters that find others than they equal. */
const wanted = [
  'ecole zoe',
  'zoe ecole',
  'angstrom',
  'lodz',
  '142',
  's-011',
  '0971234567',
  '+260971234567',
  '97 123',
  'c b',
  '2',
  '5',
];

const days = [
  null,
  '',
  'unknown',
  '2024-01-01',
  '2024-01-01 10:00:00',
  '2024-01-01 23:59:59',
  '2024-01-02',
  '2024-02-30',
  '2024-02-29',
  '0000-00-00',
  '31/12/2024',
  '2024-01-01T10:00:00Z',
  '2024-01-01T23:30:00Z',
  '2024-01-01T01:00:00+05:00',
  '2024-01-01T10:00',
  '2024-01-01 24:00:00',
  '2024-01-01 10:00',
  ' 2024-01-01',
  '2024-01-01 10:00:00.123',
  '2024-13-01',
  'now',
  '2460311',
] as const;

const numbers = [null, 0, 1, -1, 2, 10, 9, 1.5, -0.25, 1_000_000_000, 80] as const;

const query = fc.record(
  {
    ...{ page: fc.integer({ min: 1, max: 4 }), offset: maybe(fc.nat({ max: 160 })) },
    size: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    sort: fc.option(
      fc.record({
        field: fc.constantFrom(...Object.keys(odd.columns)),
        descending: fc.boolean(),
      }),
      { nil: undefined },
    ),
    cols: fc.option(fc.subarray(Object.keys(odd.columns), { minLength: 1 }), { nil: undefined }),
    q: fc.option(someText(), { nil: undefined }),
    filters: fc
      .tuple(
        maybe(
          fc.record({
            kind: fc.constant('text'),
            field: fc.constantFrom('title', 'note', 'shout'),
            contains: someText(),
          }),
        ),
        maybe(
          fc.record({
            kind: fc.constant('exact'),
            field: fc.constantFrom('title', 'note', 'shout'),
            equals: someText(),
          }),
        ),
        maybe(
          fc.record({
            kind: fc.constant('choice'),
            field: fc.constantFrom('kind', 'state'),
            equals: someText(),
          }),
        ),
        maybe(
          fc.record(
            {
              kind: fc.constant('number'),
              field: fc.constantFrom('amount', 'id', 'doubled'),
              min: someNumber(),
              max: someNumber(),
            },
            { requiredKeys: ['kind', 'field'] },
          ),
        ),
        maybe(
          fc.record(
            {
              kind: fc.constant('date'),
              field: fc.constant('day'),
              from: someDay(),
              to: someDay(),
            },
            { requiredKeys: ['kind', 'field'] },
          ),
        ),
        maybe(
          fc.record({
            kind: fc.constant('in'),
            field: fc.constantFrom('title', 'note', 'shout', 'kind', 'state'),
            values: fc.uniqueArray(someText(), { minLength: 1, maxLength: 30 }),
          }),
        ),
        maybe(
          fc.record({
            kind: fc.constant('empty'),
            field: fc.constantFrom(...Object.keys(odd.columns)),
            empty: fc.boolean(),
          }),
        ),
      )
      .chain((filters) =>
        fc.tuple(
          ...filters
            .filter((filter) => filter !== undefined)
            .map((filter) => fc.constantFrom(filter, { ...filter, orEmpty: true as const })),
        ),
      ),
  },
  { noNullPrototype: true },
);

function maybe<T>(filter: fc.Arbitrary<T>) {
  return fc.option(filter, { nil: undefined, freq: 1 });
}

function someText() {
  const known = texts.filter((text) => text !== null && text.trim() !== '');
  return fc
    .oneof(
      fc.constantFrom(...known, ...wanted, 'One', 'other'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    )
    .map(String);
}

function someNumber() {
  return fc.constantFrom(-1, 0, 1, 1.5, 2, 20, 100);
}

function someDay() {
  return fc.constantFrom('2023-12-31', '2024-01-01', '2024-01-02', '2024-02-29', '2025-01-01');
}

const dated = findDatedTables([odd]);
const keyed = findKeyedTables([odd]);
/** A language with letters of its own. */
const LOCALE = 'sv';

describe('a list in SQL', () => {
  let db: Database;
  /** The same table with indexes. */
  const indexed: Table = {
    ...odd,
    lookups: {
      sorted: ['id', 'amount', 'title', 'kind', 'day'],
      searched: ['title', 'kind'],
      fewValues: ['title'],
    },
  };

  beforeAll(async () => {
    const empty = await emptyDatabase<StudyTables>();
    db = empty
      .withPlugin(new SortableDates(dated, TIME_ZONE))
      .withPlugin(new TextKeys(getDialect(empty), keyed, LOCALE));
    await migrateToLatest(db, migrations);
    await db.schema
      .createTable('odd')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('amount', 'double precision')
      .addColumn('title', 'text')
      .addColumn('note', 'text')
      .addColumn('kind', 'text')
      .addColumn('day', 'text')
      .addColumn('day_sortable', 'text')
      .execute();
    await addKeyColumns(db, keyed);
    const rows = Array.from({ length: 150 }, (_, index) => ({
      id: (index * 7) % 151,
      amount: numbers[index % numbers.length],
      title: texts[index % texts.length],
      note: texts[(index * 5 + 3) % texts.length],
      kind: texts[(index * 11 + 1) % texts.length],
      day: days[index % days.length],
    }));
    // Half of the rows are there when the indexes are made; the others are inserted and updated later.
    await byName(db).insertInto('odd').values(rows.slice(0, 75)).execute();
    await makeListIndexes(db, [indexed]);
    await byName(db)
      .insertInto('odd')
      .values(rows.slice(75).map((row) => ({ ...row, title: 'else', day: 'now' })))
      .execute();
    for (const { id, ...row } of rows.slice(75))
      await byName(db).updateTable('odd').set(row).where('id', '=', id).execute();
    await byName(db).insertInto('odd').values({ id: 1_000, title: 'a%b', kind: 'zz' }).execute();
    await byName(db).deleteFrom('odd').where('id', '=', 1_000).execute();
    return () => empty.destroy();
  });

  const scope = {};

  it('finds the pages of a search that the text index alone answers', async () => {
    const { items: all } = await listRecords(db, odd, queryFrom(odd, new URLSearchParams()), scope);
    for (const q of ['a%b', 'σας', 'inactive', '🙂x', 'no such text'])
      for (const cols of ['title', 'kind', 'kind,title'])
        for (const page of [1, 2, 9])
          for (const newestFirst of [false, true]) {
            const params = new URLSearchParams({ q, cols, page: String(page), size: '3' });
            const parsed = queryFrom(odd, params);
            const sort = { field: 'id', descending: newestFirst };
            const found = applyListQuery(
              all ?? [],
              { ...parsed, sort },
              { kinds: getKinds(odd), key: 'id', timeZone: TIME_ZONE, locale: LOCALE },
            );
            const { items, total } = await listRecords(
              db,
              { ...indexed, newestFirst },
              parsed,
              scope,
            );
            expect({ total, ids: items?.map(({ id }) => id) }).toEqual({
              total: found.total,
              ids: found.rows.map(({ id }) => id),
            });
          }
  });

  it.each([
    ['without indexes', odd],
    ['with indexes', indexed],
  ])('gives the rows that filtering in memory gives, for any query, %s', async (_, table) => {
    const kinds = getKinds(odd);
    const { items: all } = await listRecords(db, odd, queryFrom(odd, new URLSearchParams()), scope);
    await fc.assert(
      fc
        .asyncProperty(query, async (wanted) => {
          const params = listSearchParams(wanted as Parameters<typeof listSearchParams>[0]);
          // Parses the query as the host does, which drops values that are not valid, such as text of only spaces.
          const parsed = parseListQuery(params, kinds).query;
          const inMemory = applyListQuery(all ?? [], parsed, {
            kinds,
            key: 'id',
            timeZone: TIME_ZONE,
            locale: LOCALE,
          });
          const inSql = await listRecords(db, table, queryFrom(table, params), scope);
          expect(inSql.total).toBe(inMemory.total);
          expect(inSql.items?.map((row) => row.id)).toEqual(inMemory.rows.map((row) => row.id));
        })
        .afterEach(turn),
      { numRuns: 500 },
    );
  });

  it('streams the rows of a list in its order, without those deleted meanwhile', async () => {
    const params = new URLSearchParams('sort=-day&cols=title');
    const whole = await listRecords(db, odd, queryFrom(odd, params), scope);
    const { total, parts } = await streamRecords(db, odd, queryFrom(odd, params), scope);
    const streamed = [];
    for await (const rows of parts) streamed.push(...rows);
    expect(streamed).toEqual(whole.items);
    expect(total).toBe(150);

    await byName(db).insertInto('odd').values({ id: 2_000, title: 'gone soon' }).execute();
    const shrinking = await streamRecords(
      db,
      odd,
      queryFrom(odd, new URLSearchParams('title=gone')),
      scope,
    );
    await byName(db).deleteFrom('odd').where('id', '=', 2_000).execute();
    expect(shrinking.total).toBe(1);
    expect((await shrinking.parts.next()).value).toEqual([]);
  });

  it('compares dates in the zone of the study', async () => {
    const params = new URLSearchParams('day.from=2024-01-02&day.to=2024-01-02&sort=day');
    const days = async () =>
      (await listRecords(db, indexed, queryFrom(indexed, params), scope)).items?.map(
        ({ day }) => day,
      );
    expect(await days()).toContain('2024-01-01T23:30:00Z');
    await fillSortableDates(db, dated, 'America/New_York');
    expect(await days()).not.toContain('2024-01-01T23:30:00Z');
    const { items: all } = await listRecords(db, odd, queryFrom(odd, new URLSearchParams()), scope);
    const query = queryFrom(odd, params);
    const options = {
      kinds: getKinds(odd),
      key: 'id',
      timeZone: 'America/New_York',
      locale: LOCALE,
    };
    const inMemory = applyListQuery(all ?? [], query, options);
    expect(await days()).toEqual(inMemory.rows.map(({ day }) => day));
    await fillSortableDates(db, dated, TIME_ZONE);
    expect(await days()).toContain('2024-01-01T23:30:00Z');
  });

  it('has the indexes that its table declares now, and no others', async () => {
    const names = async () => (await getDialect(db).listIndexNames(db)).sort();
    const before = await names();
    await makeListIndexes(db, [indexed]);
    expect(await names()).toEqual(before);
    await makeListIndexes(db, [odd]);
    expect(await names()).toEqual([]);
    await byName(db).insertInto('odd').values({ id: 3_000, title: 'no trigger left' }).execute();
    await byName(db).deleteFrom('odd').where('id', '=', 3_000).execute();
    await makeListIndexes(db, [indexed]);
    expect(await names()).toEqual(before);
  });

  it('gives the requested columns and the key, and nothing else', async () => {
    const { items } = await listRecords(
      db,
      odd,
      queryFrom(odd, new URLSearchParams('cols=title&size=1')),
      scope,
    );
    expect(Object.keys(items?.[0] ?? {}).sort()).toEqual(['id', 'title']);
  });

  it('ASVS 1.2.4: takes SQL in a value as text, in every kind of filter', async () => {
    const hostile = "no such text' or '1' = '1";
    for (const name of ['q', 'title', 'title.is', 'title.in', 'kind', 'kind.in', 'title.empty']) {
      const params = new URLSearchParams([[name, hostile]]);
      const answer = await listRecords(db, odd, queryFrom(odd, params), scope);
      expect(answer.total, name).toBe(name === 'title.empty' ? 150 : 0);
    }
  });

  it('ignores parameters with unknown names or invalid values, and never puts a name into SQL', async () => {
    const hostile = [
      'sort=user_password',
      "sort=title'--",
      'cols=id;drop table odd',
      '__proto__=1',
      'constructor=1',
      'title.min=1',
      'amount.min=abc',
      'day.from=2024-02-30',
      `q=${'x'.repeat(300)}`,
      'q=%00',
      'page=0&size=-5',
      'page=1e9',
      'size=100000',
    ];
    for (const search of hostile) {
      const answer = await listRecords(db, odd, queryFrom(odd, new URLSearchParams(search)), scope);
      expect(answer.total).toBe(150);
    }
    const far = new URLSearchParams('page=999999999999999&size=200');
    expect(await listRecords(db, odd, queryFrom(odd, far), scope)).toMatchObject({
      items: [],
      total: 150,
    });
  });
});

describe('the lists of the host', () => {
  it('show the newest entry first if they are logs', async () => {
    const { post, get, clock } = await startHost();
    await post('audit/update', {
      uid: '0',
      uusername: 'ann',
      utitle: 'Users',
      uaction: 'View',
      udescription: 'x'.repeat(6_000),
    });
    clock.now = new Date('2026-03-01T13:00:00Z');
    const second = await post('audit/update', { uusername: 'ann', utitle: 'Nul\0' });
    expect(second.items[0]).toMatchObject({
      audit_id: 2,
      audit_title: 'Nul',
      audit_action: '',
      audit_date: '2026-03-01 15:00:00',
    });
    await post('login/update', { uid: '0', uusername: 'ann', usource: 'Web' });
    await post('log/update', { uusername: 'ann', uexception: 'TypeError' });
    const { items } = await get('audit/list');
    expect(items.map((row) => row.audit_id)).toEqual([2, 1]);
    expect(String(defined(items[1]).audit_description)).toHaveLength(5_000);
    expect((await get('login/list')).items[0]).toMatchObject({ login_source: 'Web' });
    expect((await get('log/list')).items[0]).toMatchObject({ log_exception: 'TypeError' });
    expect(defined((await get('audit/list?sort=audit_id')).items[0]).audit_id).toBe(1);
  });
});

it('a phone with an unknown code for its type is listed as Public', async () => {
  const host = await startHost();
  const stamps = {
    ...{ phone_createuser: 'ann', phone_createdate: STAMP },
    ...{ phone_lastupdateuser: 'ann', phone_lastupdatedate: STAMP },
  };
  for (const phone_status of [2, 9])
    await host.db
      .insertInto('phone')
      .values({ ...stamps, phone_number: `+26097000000${phone_status}`, phone_status })
      .execute();
  const { items } = await host.get('phone/list?sort=phone_number');
  expect(items.map(({ phone_status, p_status }) => [phone_status, p_status])).toEqual([
    [2, 'Peer Navigator'],
    [9, 'Public'],
  ]);
});
