import { describe, expect, it } from 'vitest';
import { chooseGroups, toKey } from '../../shared/list/summary/choose-groups';
import { type DateUnit, findPeriod, getPeriod } from '../../shared/list/summary/periods';

/** Returns the periods of a summary, from the numbers of rows of days, and whether it has further rows. */
function choose(rows: Readonly<Record<string, number>>, unit: DateUnit = 'year', limit = 50) {
  const counts = new Map<string, number>();
  for (const [day, count] of Object.entries(rows)) counts.set(toKey(findPeriod(day, unit)), count);
  const { groups, findIndex } = chooseGroups(counts, { unit, limit, getText: (key) => key });
  const periods = groups.flatMap((group) => (group.kind === 'period' ? [group.from] : []));
  return { periods, hasOther: groups.some(({ kind }) => kind === 'other'), groups, findIndex };
}

describe('the periods of a summary', () => {
  it('leave out a few rows with a mistyped year, which would fill the picture with empty years', () => {
    const { periods, hasOther, groups, findIndex } = choose({
      ...{ '1925-03-01': 1, '2025-03-01': 240, '2026-03-01': 958, '2062-03-11': 3 },
    });
    expect(periods).toEqual(['2025-01-01', '2026-01-01']);
    expect(hasOther).toBe(true);
    expect(groups[findIndex(toKey(findPeriod('2062-03-11', 'year')))]).toEqual({ kind: 'other' });
  });

  it('contain isolated rows if they are one in a hundred, or at most ten periods away', () => {
    const many = choose({ '2026-03-01': 99, '2062-03-01': 1 });
    expect(many.periods).toHaveLength(37);
    const near = choose({ '2026-03-01': 5_000, '2036-03-01': 1 });
    expect(near.periods).toHaveLength(11);
    expect([many.hasOther, near.hasOther]).toEqual([false, false]);
  });

  it('contain isolated rows between others', () => {
    const { periods, hasOther } = choose(
      {
        ...{ '2026-01-05': 400, '2026-02-03': 1, '2026-03-02': 400 },
      },
      'week',
    );
    expect(periods).toHaveLength(9);
    expect(hasOther).toBe(false);
  });

  it('stay if all are isolated, even if each has few rows', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [getPeriod(index * 12, 'day').from, 1]),
    );
    const { periods } = choose(rows, 'day');
    expect(periods.length).toBeGreaterThan(40);
    expect(choose({ '2026-03-01': 1 }).periods).toEqual(['2026-01-01']);
  });

  it('are the latest ones if there are too many', () => {
    const rows = { '2020-01-01': 90, '2021-01-01': 100, '2022-01-01': 80, '2023-01-01': 70 };
    const { periods, hasOther } = choose(rows, 'year', 2);
    expect(periods).toEqual(['2022-01-01', '2023-01-01']);
    expect(hasOther).toBe(true);
  });

  it('are not the latest ones if others have more than twice as many rows', () => {
    const rows = { '2020-01-01': 90, '2021-01-01': 100, '2022-01-01': 80, '2029-01-01': 12 };
    expect(choose(rows, 'year', 2).periods).toEqual(['2021-01-01', '2022-01-01']);
  });

  it('are missing without rows', () => {
    expect(choose({}).groups).toEqual([]);
  });
});
