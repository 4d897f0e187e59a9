import { compareText } from '../compare-text';
import { type DateUnit, getPeriod } from './periods';

/** A group of rows. `other` has the rows of all groups that are left out, and values that no filter can contain. */
export type Group =
  | { kind: 'value'; value: string }
  | { kind: 'period'; from: string; to: string }
  | { kind: 'none' }
  | { kind: 'other' };

/** The groups of one dimension, and the place of each key among them. */
export interface ChosenGroups {
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
 * same number the first by text. Periods are in the order of time without gaps. Of more periods than `limit`, those
 * stay that contain the most rows, and of two such series the later one.
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
  const [first, last] = findRichest(sorted, limit);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    return { key: toKey(index), group: { kind: 'period', ...getPeriod(index, unit) } };
  });
}

/** Returns the first and the last period of the latest series of up to `limit` periods that has the most rows. */
function findRichest(sorted: readonly { index: number; rows: number }[], limit: number) {
  let best: { first?: number; last?: number; rows: number } = { rows: 0 };
  let start = 0;
  let rows = 0;
  for (const { index, rows: own } of sorted) {
    rows += own;
    let first = sorted[start];
    while (first && first.index <= index - limit) {
      rows -= first.rows;
      start += 1;
      first = sorted[start];
    }
    if (rows >= best.rows) best = { first: first?.index, last: index, rows };
  }
  return [best.first, best.last] as const;
}
