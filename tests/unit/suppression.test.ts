import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Suppression, suppressSummary } from '~/lib/core/suppression/suppress-summary';
import type { Aggregate } from '../../shared/list/summary/aggregate';
import type { Figure } from '../../shared/list/summary/grammar';

const count: Figure = { kind: 'count' };
const LEAST = 5;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns the aggregate of some rows with the given numbers; the other rows have none. */
function aggregate(rows: number, numbers: readonly number[] = []): Aggregate {
  const isEmpty = numbers.length === 0;
  return {
    rows,
    n: numbers.length,
    sum: numbers.reduce((sum, one) => sum + one, 0),
    min: isEmpty ? null : Math.min(...numbers),
    max: isEmpty ? null : Math.max(...numbers),
  };
}

const toCells = (table: readonly (readonly number[])[]) =>
  table.map((row) => row.map((rows) => aggregate(rows)));

/** Returns the table with a mark in place of each figure that is left out. */
function show(table: readonly (readonly number[])[], least = LEAST): string[] {
  const isCrossed = (table[0]?.length ?? 0) > 1;
  const found = suppressSummary(toCells(table), count, least, isCrossed);
  const mark = (value: number, isHidden?: boolean) => (isHidden ? '*' : String(value));
  const total = mark(sum(table.flat()), found.total);
  if (found.isWithheld) return [total];
  const rows = table.map((row, index) =>
    [
      ...row.map((value, column) => mark(value, found.cells[index]?.[column])),
      ...(isCrossed ? [mark(sum(row), found.rowTotals[index])] : []),
    ].join(' '),
  );
  const last = (table[0] ?? []).map((_, column) =>
    mark(sum(table.map((row) => row[column] ?? 0)), found.columnTotals[column]),
  );
  return [...rows, isCrossed ? [...last, total].join(' ') : total];
}

describe('the figures that a summary leaves out', () => {
  it.each([
    [
      'a count below 5, and the next one, which the total would give',
      [[3], [7], [20]],
      ['*', '*', '20', '30'],
    ],
    ['no count of 5 or more, and no group without rows', [[5], [0], [20]], ['5', '0', '20', '25']],
    [
      'a third one if two counts have a total below 5',
      [[1], [1], [9], [8]],
      ['*', '*', '9', '*', '19'],
    ],
    ['all groups if the total is below 5', [[1], [1]], ['*']],
    ['all groups if each has one row', [[1], [1], [1], [1], [1]], ['5']],
    ['all groups if there is only one besides', [[4], [0]], ['*']],
    ['the only group of few rows together with the others', [[2], [30]], ['*', '*', '32']],
    [
      'a count of a table and three others, which its totals would give',
      [
        [3, 9],
        [8, 20],
      ],
      ['* * 12', '* * 28', '11 29 40'],
    ],
    [
      'totals too',
      [
        [3, 0],
        [0, 20],
      ],
      ['* 0 *', '0 * *', '* * 23'],
    ],
    [
      'nothing of a table of large counts',
      [
        [5, 9],
        [8, 20],
      ],
      ['5 9 14', '8 20 28', '13 29 42'],
    ],
  ])('are %s', (_, table, shown) => {
    expect(show(table)).toEqual(shown);
  });

  it('are none if the least count is 0 or 1', () => {
    for (const least of [0, 1]) expect(show([[1], [2]], least)).toEqual(['1', '2', '3']);
  });

  it('include figures computed from few numbers, even if the groups have many rows', () => {
    const cells = [
      [aggregate(50, [7])],
      [aggregate(50, [1, 2, 3, 4, 5])],
      [aggregate(50, [1, 1, 1, 1, 1, 1])],
    ];
    for (const kind of ['sum', 'avg'] as const) {
      const found = suppressSummary(cells, { kind, field: 'age' }, LEAST, false);
      expect(found.rowTotals).toEqual([true, true, false]);
      expect(found.total).toBe(false);
    }
  });

  it('are the totals of lowest and highest values beside a value that is left out', () => {
    const row = [aggregate(50, [1, 2, 3, 4, 5]), aggregate(50, [6, 7, 8, 9, 10])];
    const found = suppressSummary(
      [[aggregate(2, [1, 9]), aggregate(9, [1, 2, 3, 4, 5, 6])], row, row, row],
      { kind: 'max', field: 'age' },
      LEAST,
      true,
    );
    expect(found).toMatchObject({
      cells: [
        [true, true],
        [true, true],
        [false, false],
        [false, false],
      ],
      rowTotals: [true, true, false, false],
      columnTotals: [true, true],
      total: true,
    });
  });

  it('include sums of 0 only with another one that may be larger', () => {
    const cells = [
      [aggregate(2, [0, 0])],
      [aggregate(6, [0, 0, 0, 0, 0, 0])],
      [aggregate(9, [5, 5, 5, 5, 5])],
    ];
    const found = suppressSummary(cells, { kind: 'sum', field: 'age' }, LEAST, false);
    expect(found.rowTotals).toEqual([true, true, true]);
  });
});

/**
 * Tries all changes by at most 1 of the hidden cells, and returns the hidden figures of which none leads to another
 * value while the shown figures stay.
 */
function listComputable(table: readonly (readonly number[])[], found: Suppression): string[] {
  const width = table[0]?.length ?? 0;
  const isCrossed = width > 1;
  const places = found.cells.flatMap((row, r) =>
    row.flatMap((isHidden, c) => (isHidden ? [{ r, c, name: `${r} ${c}`, change: 0 }] : [])),
  );
  const computable = new Set(places.map(({ name }) => name));
  if (isCrossed)
    for (const [word, totals] of [
      ['row', found.rowTotals],
      ['column', found.columnTotals],
    ] as const)
      for (const [index, isHidden] of totals.entries())
        if (isHidden) computable.add(`${word} ${index}`);
  const rowChange = table.map(() => 0);
  const columnChange = Array<number>(width).fill(0);
  const settle = () => {
    if (sum(rowChange) !== 0) return;
    if (isCrossed && columnChange.some((one, c) => one !== 0 && !found.columnTotals[c])) return;
    for (const { name, change } of places) if (change !== 0) computable.delete(name);
    for (const [r, change] of rowChange.entries()) if (change !== 0) computable.delete(`row ${r}`);
    for (const [c, change] of columnChange.entries())
      if (change !== 0) computable.delete(`column ${c}`);
  };
  const search = (index: number) => {
    const place = places[index];
    if (computable.size === 0) return;
    if (!place) {
      settle();
      return;
    }
    const { r, c } = place;
    const isLastOfRow = places[index + 1]?.r !== r;
    const [row, column] = [rowChange[r] ?? 0, columnChange[c] ?? 0];
    for (const change of [0, 1, -1]) {
      // A hidden count is at least 1, because groups without rows are shown.
      if ((table[r]?.[c] ?? 0) + change < 1) continue;
      place.change = change;
      rowChange[r] = row + change;
      columnChange[c] = column + change;
      if (!isCrossed || !isLastOfRow || found.rowTotals[r] || rowChange[r] === 0) search(index + 1);
    }
    place.change = 0;
    rowChange[r] = row;
    columnChange[c] = column;
  };
  search(0);
  return [...computable];
}

const size = fc.record({
  rows: fc.integer({ min: 1, max: 4 }),
  columns: fc.integer({ min: 1, max: 3 }),
});
const rowCount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 4 }),
  fc.integer({ min: 0, max: 40 }),
);
const tables = size.chain(({ rows, columns }) =>
  fc.array(fc.array(rowCount, { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

describe('a table with figures left out', () => {
  it('contains no count below 5, and none that its reader can compute', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const isCrossed = (table[0]?.length ?? 0) > 1;
        const found = suppressSummary(toCells(table), count, LEAST, isCrossed);
        const isSmall = (value: number) => value > 0 && value < LEAST;
        if (isSmall(sum(table.flat()))) expect(found.total).toBe(true);
        if (found.isWithheld) return;
        table.forEach((row, r) => {
          row.forEach((value, c) => {
            if (isSmall(value)) expect(found.cells[r]?.[c]).toBe(true);
            if (value === 0) expect(found.cells[r]?.[c]).toBe(false);
          });
          if (isSmall(sum(row))) expect(found.rowTotals[r]).toBe(true);
          const hidden = row.filter((_, c) => found.cells[r]?.[c]);
          if (isCrossed && hidden.length > 0 && !found.rowTotals[r])
            expect(sum(hidden)).toBeGreaterThanOrEqual(LEAST);
        });
        expect(listComputable(table, found)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out the same groups of its counts, and of figures of numbers that all rows have', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const isCrossed = (table[0]?.length ?? 0) > 1;
        const cells = table.map((row) =>
          row.map((rows) => aggregate(rows, Array<number>(rows).fill(3))),
        );
        const counts = suppressSummary(cells, count, LEAST, isCrossed);
        expect(suppressSummary(cells, { kind: 'share' }, LEAST, isCrossed)).toEqual(counts);
        for (const kind of ['sum', 'avg'] as const)
          expect(suppressSummary(cells, { kind, field: 'age' }, LEAST, isCrossed)).toEqual(counts);
      }),
    );
  });

  it('is found within 200 ms of processor time for 51 by 13 groups', () => {
    for (const rows of [1, 4, 9]) {
      const cells = Array.from({ length: 51 }, (_, r) =>
        Array.from({ length: 13 }, (_, c) =>
          aggregate(rows === 9 ? (r * 31 + c * 17) % 9 : rows, [3, 3, 3].slice(0, rows)),
        ),
      );
      const start = process.cpuUsage().user;
      suppressSummary(cells, { kind: 'sum', field: 'age' }, LEAST, true);
      expect(process.cpuUsage().user - start).toBeLessThan(200_000);
    }
  });
});
