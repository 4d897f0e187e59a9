import { compareText } from '../compare-text';
import { type DateUnit, getPeriod } from './periods';

/** A group of rows. `other` has the rows of all groups that are left out, and values that no filter can contain. */
export type Group =
  | { kind: 'value'; value: string }
  | { kind: 'period'; from: string; to: string }
  | { kind: 'none' }
  | { kind: 'other' };

/** The groups of one dimension, and the place of each key among them. */
interface ChosenGroups {
  groups: Group[];
  /** Returns the index of a key's group. */
  findIndex(key: string): number;
}

/** The keys of rows without a value, and of rows whose value no filter can contain. No other key is so short. */
export const NONE = '';
export const OTHER = '?';

/** Returns the key of a value, or of a period, among the groups of a dimension. */
export function toKey(value: string | number): string {
  return `=${value}`;
}

interface Dimension {
  unit: DateUnit | undefined;
  /** The maximum number of groups, including the one of rows without a value, but not `other`. */
  limit: number;
  /** Returns the text of a value's group. */
  getText(key: string): string;
}

/**
 * Chooses the groups of a dimension. Of more values than `limit`, those with the most rows stay, and of two with the
 * same number the first by text. Periods are in the order of time without gaps. Isolated periods with few rows are
 * left out. Of more periods than `limit`, the latest ones stay, unless others have more than twice as many rows.
 */
export function chooseGroups(counts: ReadonlyMap<string, number>, dimension: Dimension) {
  const hasNone = counts.has(NONE);
  const limit = dimension.limit - Number(hasNone);
  const found = [...counts].filter(([key]) => key !== NONE && key !== OTHER);
  const chosen = dimension.unit
    ? choosePeriods(found, dimension.unit, limit)
    : chooseValues(found, dimension, limit);
  const groups = chosen.map(({ group }) => group);
  const indexes = new Map(chosen.map(({ key }, index) => [key, index]));
  if (hasNone) indexes.set(NONE, groups.push({ kind: 'none' }) - 1);
  const hasOther = [...counts.keys()].some((key) => !indexes.has(key));
  if (hasOther) groups.push({ kind: 'other' });
  const last = groups.length - 1;
  return { groups, findIndex: (key: string) => indexes.get(key) ?? last } satisfies ChosenGroups;
}

interface Chosen {
  key: string;
  group: Group;
}

function chooseValues(
  found: readonly [key: string, rows: number][],
  { getText }: Dimension,
  limit: number,
): Chosen[] {
  return found
    .map(([key, rows]) => ({ key, rows, value: getText(key) }))
    .sort((one, other) => other.rows - one.rows || compareText(one.value, other.value))
    .slice(0, limit)
    .map(({ key, value }) => ({ key, group: { kind: 'value', value } }));
}

function choosePeriods(
  found: readonly [key: string, rows: number][],
  unit: DateUnit,
  limit: number,
): Chosen[] {
  const sorted = found
    .map(([key, rows]) => ({ index: Number(key.slice(1)), rows }))
    .sort((one, other) => one.index - other.index);
  const chosen = findLatest(dropIsolated(sorted), limit);
  if (!chosen) return [];
  const { first, last } = chosen;
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    return { key: toKey(index), group: { kind: 'period', ...getPeriod(index, unit) } };
  });
}

interface Period {
  index: number;
  rows: number;
}

/** The number of empty periods that isolate those before or after them. */
const ISOLATING_GAP = 10;
/** The share of all rows that isolated periods may have together. With more, their dates do not count as mistyped. */
const MISTYPED_SHARE = 0.01;

/**
 * Removes the first and the last periods if many empty ones separate them from the others and they have few rows. A
 * mistyped year would otherwise fill the summary with empty periods.
 */
function dropIsolated(sorted: readonly Period[]): readonly Period[] {
  const series: Period[][] = [];
  for (const period of sorted) {
    const before = series.at(-1)?.at(-1);
    if (before && period.index - before.index <= ISOLATING_GAP) series.at(-1)?.push(period);
    else series.push([period]);
  }
  const count = (periods: readonly Period[]) => periods.reduce((sum, { rows }) => sum + rows, 0);
  let rest = MISTYPED_SHARE * count(sorted);
  for (const end of [-1, 0])
    while (series.length > 1) {
      const rows = count(series.at(end) ?? []);
      if (rows >= rest) break;
      rest -= rows;
      series.splice(end, 1);
    }
  return series.flat();
}

/**
 * Returns the first and the last period of the latest series of up to `limit` periods that has at least half as many
 * rows as any other such series.
 */
function findLatest(sorted: readonly Period[], limit: number) {
  const found: { first: number; last: number; rows: number }[] = [];
  let start = 0;
  let rows = 0;
  for (const { index, rows: own } of sorted) {
    rows += own;
    let first = sorted[start]?.index ?? index;
    while (first <= index - limit) {
      rows -= sorted[start]?.rows ?? 0;
      start += 1;
      first = sorted[start]?.index ?? index;
    }
    found.push({ first, last: index, rows });
  }
  const most = found.reduce((highest, one) => Math.max(highest, one.rows), 0);
  return found.findLast((one) => one.rows >= most / 2);
}
