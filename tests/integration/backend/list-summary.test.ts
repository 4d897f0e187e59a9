import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import { SortableDates } from '../../../backend/db/sortable-dates';
import type { StudyTables } from '../../../backend/db/study-tables';
import { TextKeys } from '../../../backend/db/text-keys';
import type { Database } from '../../../backend/db/types';
import { buildCodeLabel, stored } from '../../../backend/entities/columns';
import { findDatedTables, findKeyedTables } from '../../../backend/entities/host-database';
import { getKinds, type Table } from '../../../backend/entities/table';
import { addKeyColumns } from '../../../backend/lists/fill-text-keys';
import { makeListIndexes } from '../../../backend/lists/list-indexes';
import { listRecords } from '../../../backend/lists/lists';
import { summarizeList } from '../../../backend/lists/summarize';
import { getDialect } from '../../../shared/db/dialect-of';
import { migrateToLatest } from '../../../shared/db/migrate';
import { byName } from '../../../shared/db/types';
import { allRows, parseListQuery } from '../../../shared/list/grammar';
import { applyListQuery } from '../../../shared/list/memory';
import type { SummaryResult } from '../../../shared/list/summary/count-groups';
import {
  getHostSummaryFields,
  parseSummary,
  type Summary,
} from '../../../shared/list/summary/grammar';
import { readSummaryItems } from '../../../shared/list/summary/items';
import { dateUnits } from '../../../shared/list/summary/periods';
import { summarizeRows } from '../../../shared/list/summary/summarize-rows';
import { DEFAULT_LOCALE } from '../../../shared/list/text-key';
import { emptyDatabase } from '../../support/database';
import { startHost, TIME_ZONE } from '../../support/start-host';
import { turn } from '../../support/turn';

const PARTICIPANTS = 'list-summary/participant/list/1/0/na';
const ANALYTICS = 'list-summary/analytic/list';

/** A table with columns of every kind. */
const mixed: Table = {
  wireName: 'mixed',
  singular: 'mixed thing',
  label: 'title',
  table: 'mixed',
  key: 'id',
  columns: {
    ...stored('number', 'id amount'),
    ...stored('text', 'title many'),
    ...stored('choice', 'kind'),
    ...stored('date', 'day late'),
    state: buildCodeLabel('amount', [{ value: '1', label: 'One' }], 'Other'),
  },
  lookups: { sorted: ['id', 'title'], searched: ['title'], fewValues: ['title'] },
};

const texts = [null, '', ' ', 'a', 'A', 'ä', 'Ä', 'ß', 'ẞ', 'İ', 'i', 'ı', 'σας', 'ΣΑΣ', 'a%b'];
const kinds = ['🙂', '\uFFFD', '中', 'null', 'Yes', 'yes', 'No', null, '', 'x'.repeat(201), "it's"];
const days = [
  null,
  '',
  ' ',
  'unknown',
  '31/12/2024',
  '2024-02-30',
  '0000-00-00',
  '1900-01-01',
  '2023-12-31',
  '2024-01-01',
  '2024-01-01T23:30:00Z',
  '2024-12-30 10:00:00',
  '2024-02-29',
  '2025-07-15',
  '9999-12-31',
];
const numbers = [null, 0, 1, -1, 2, 1.5, -0.25, 1_000_000_000, 80];
const DAY = 86_400_000;

const rows = Array.from({ length: 700 }, (_, index) => ({
  id: (index * 7) % 701,
  amount: numbers[index % numbers.length],
  title: texts[(index * index) % texts.length],
  many: `v${(index * index) % 97}`,
  kind: kinds[(index * 3 + (index % 5)) % kinds.length],
  day: days[(index * index) % days.length],
  late: new Date(Date.UTC(2024, 0, 1) + ((index * index) % 311) * DAY).toISOString().slice(0, 10),
}));

const grouping = fc.oneof(
  fc.constantFrom('title', 'many', 'kind', 'state'),
  fc
    .tuple(fc.constantFrom('day', 'late'), fc.constantFrom(...dateUnits))
    .map(([field, unit]) => `${field}.${unit}`),
);
const anySummary = fc.record({
  by: fc.array(grouping, { minLength: 1, maxLength: 2 }),
  of: fc.constantFrom('count', 'share', 'sum:amount', 'avg:amount', 'min:id', 'max:amount'),
  filters: fc.subarray([
    'title=a',
    'many.in=v1&many.in=v4&many.in=V16&many.empty=yes',
    'kind.empty=no',
    'day.from=2024-01-01&day.to=2024-12-31&day.empty=yes',
    'late.from=2024-03-01',
    'amount.min=0',
    'q=v1&cols=many,title',
  ]),
});

function readSummary(search: string): Summary {
  const { summary } = parseSummary(
    new URLSearchParams(search),
    getHostSummaryFields(getKinds(mixed)),
  );
  if (!summary) throw new Error(`no summary: ${search}`);
  return summary;
}

const countRows = ({ cells }: SummaryResult) =>
  cells.flat().reduce((sum, { rows: own }) => sum + own, 0);

describe('the summary of a list', () => {
  it.each([
    ['a list that does not exist', 'list-summary/nowhere/list?by=type'],
    ['no list', 'list-summary/?by=type'],
  ])('does not exist for %s', async (_what, path) => {
    const host = await startHost();
    expect((await host.send(path)).status).toBe(404);
  });

  it.each([
    ['no field', ''],
    ['a field that the list does not have', 'by=constructor'],
    ['numbers', 'by=duration'],
    ['a unit of a text', 'by=type.month'],
    ['a sum of texts', 'by=type&of=sum:username'],
    ['an unknown figure', 'by=type&of=median:duration'],
    ['three fields', 'by=type,username,start_date.month'],
  ])('is refused for %s', async (_what, search) => {
    const host = await startHost();
    expect(await host.get(`${ANALYTICS}?${search}`)).toMatchObject({
      succeeded: false,
      message: 'The list cannot be summarized by these columns',
    });
  });

  it('is refused for fields with too many different values', async () => {
    const host = await startHost();
    for (let start = 0; start < 60_000; start += 500)
      await byName(host.db)
        .insertInto('analytic')
        .values(Array.from({ length: 500 }, (_, index) => ({ subject: `S-${start + index}` })))
        .execute();
    expect(await host.get(`${ANALYTICS}?by=subject`)).toMatchObject({
      succeeded: false,
      message: expect.stringMatching(/too many different values/),
    });
  });

  it('has items for its groups and for the cells that have rows', async () => {
    const host = await startHost();
    await byName(host.db)
      .insertInto('analytic')
      .values(
        [
          ['ann', '2024-01-31T23:30:00Z', 10],
          ['Ann', '2024-03-02 10:00:00', 30],
          ['ann', 'never', null],
          [null, '', 5],
        ].map(([username, start_date, duration]) => ({ username, start_date, duration })),
      )
      .execute();
    const { items } = await host.get(`${ANALYTICS}?by=username,start_date.month&of=sum:duration`);
    expect(readSummaryItems(items, 2)).toEqual({
      rows: [{ kind: 'value', value: 'ann' }, { kind: 'none' }],
      columns: [
        { kind: 'period', from: '2024-02-01', to: '2024-02-29' },
        { kind: 'period', from: '2024-03-01', to: '2024-03-31' },
        { kind: 'none' },
        { kind: 'other' },
      ],
      cells: [
        [
          { rows: 1, n: 1, sum: 10, min: 10, max: 10 },
          { rows: 1, n: 1, sum: 30, min: 30, max: 30 },
          { rows: 0, n: 0, sum: 0, min: null, max: null },
          { rows: 1, n: 0, sum: 0, min: null, max: null },
        ],
        [
          { rows: 0, n: 0, sum: 0, min: null, max: null },
          { rows: 0, n: 0, sum: 0, min: null, max: null },
          { rows: 1, n: 1, sum: 5, min: 5, max: 5 },
          { rows: 0, n: 0, sum: 0, min: null, max: null },
        ],
      ],
    });
  });

  it('has the rows that match the filters, whose days may be relative to today', async () => {
    const host = await startHost();
    await byName(host.db)
      .insertInto('participant')
      .values(['2026-02-28', '2026-03-01', '2026-03-02'].map((next_date) => ({ next_date })))
      .execute();
    const { items } = await host.get(
      `${PARTICIPANTS}?by=next_date.day&next_date.from=today-1d&next_date.to=today`,
    );
    expect(readSummaryItems(items, 1)?.rows).toEqual([
      { kind: 'period', from: '2026-02-28', to: '2026-02-28' },
      { kind: 'period', from: '2026-03-01', to: '2026-03-01' },
    ]);
  });
});

describe('a summary in SQL', () => {
  let db: Database;

  beforeAll(async () => {
    const empty = await emptyDatabase<StudyTables>();
    const keyed = findKeyedTables([mixed]);
    db = empty
      .withPlugin(new SortableDates(findDatedTables([mixed]), TIME_ZONE))
      .withPlugin(new TextKeys(getDialect(empty), keyed, DEFAULT_LOCALE));
    await migrateToLatest(db, migrations);
    await db.schema
      .createTable('mixed')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('amount', 'double precision')
      .addColumn('title', 'text')
      .addColumn('many', 'text')
      .addColumn('kind', 'text')
      .addColumn('day', 'text')
      .addColumn('day_sortable', 'text')
      .addColumn('late', 'text')
      .addColumn('late_sortable', 'text')
      .execute();
    await addKeyColumns(db, keyed);
    for (let start = 0; start < rows.length; start += 100)
      await byName(db)
        .insertInto('mixed')
        .values(rows.slice(start, start + 100))
        .execute();
    await makeListIndexes(db, [mixed]);
    return () => empty.destroy();
  });

  it('gives the groups and figures that counting in memory gives, for any summary and query', async () => {
    const fields = getKinds(mixed);
    const { items } = await listRecords(db, mixed, allRows, {});
    await fc.assert(
      fc
        .asyncProperty(anySummary, async ({ by, of, filters }) => {
          const search = new URLSearchParams(filters.join('&'));
          const summary = readSummary(`by=${by.join(',')}&of=${of}`);
          const { query } = parseListQuery(search, fields);
          const options = { kinds: fields, key: 'id', timeZone: TIME_ZONE };
          const matching = applyListQuery(items ?? [], query, options);
          const inMemory = await summarizeRows(matching.rows, summary, options);
          const inSql = await summarizeList(db, { table: mixed }, query, summary);
          expect(inSql).toEqual(inMemory);
          if (inSql) expect(countRows(inSql)).toBe(matching.total);
        })
        .afterEach(turn),
      { numRuns: 300 },
    );
  });

  it('has cells that count the rows which their filters select', async () => {
    const summary = readSummary('by=late.week,title');
    const result = await summarizeList(db, { table: mixed }, allRows, summary);
    const group = result?.rows[3];
    if (group?.kind !== 'period') throw new Error('no week');
    const search = `late.from=${group.from}&late.to=${group.to}&title.in=a`;
    const { query } = parseListQuery(new URLSearchParams(search), getKinds(mixed));
    const { total } = await listRecords(db, mixed, { ...query, size: 1 }, {});
    const column = result?.columns?.findIndex(
      (one) => one.kind === 'value' && one.value.toLowerCase() === 'a',
    );
    expect(result?.cells[3]?.[column ?? -1]?.rows).toBe(total);
  });
});
