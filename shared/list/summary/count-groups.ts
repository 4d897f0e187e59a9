import { parseFilterText } from '../filters';
import type { FieldKinds } from '../grammar';
import { fold } from '../values';
import { type Aggregate, addTo, makeAggregate, roundSum } from './aggregate';
import { chooseGroups, type Group, NONE, OTHER, toKey } from './choose-groups';
import type { Grouping, Summary } from './grammar';
import { findPeriod } from './periods';

/** The figures of the groups of a list's rows. Each row belongs to exactly one cell. */
export interface SummaryResult {
  rows: Group[];
  /** The groups of the second field. Undefined if there is only one. */
  columns: Group[] | undefined;
  /** The aggregates by row and column. A summary by one field has one column. */
  cells: Aggregate[][];
}

/** The value of a field in a set of rows: null if it is empty, and UNREADABLE for a date that is none. */
export type GroupValue = string | null;

interface GroupCounter {
  /** Adds rows that have these values in the fields of the summary. Returns false if there are too many values. */
  add(values: readonly GroupValue[], aggregate: Aggregate): boolean;
  finish(): SummaryResult;
}

/** Stands for a date that cannot be read. It is not empty, but in no range of days. */
export const UNREADABLE = OTHER;
/** The maximum numbers of groups of a summary by one field, and of the two fields of a summary. */
export const MAX_GROUPS = 50;
const MAX_COLUMNS = 12;
/**
 * The maximum number of different values, and combinations of two, that are counted. More would need too much memory.
 */
const MAX_COUNTED = 100_000;

/** Creates a counter of the groups of a summary. It gives the same result in whichever order rows are added. */
export function makeGroupCounter({ by }: Summary, kinds: FieldKinds): GroupCounter {
  const dimensions = by.map((grouping) => makeDimension(grouping, kinds));
  const [first, second] = dimensions;
  const cells = new Map<string, Map<string, Aggregate>>();
  let counted = 0;
  return {
    add(values, aggregate) {
      const keys = dimensions.map((dimension, index) => {
        const [key, isNew] = dimension.count(values[index] ?? null, aggregate.rows);
        counted += Number(isNew);
        return key;
      });
      const [rowKey = NONE, columnKey = NONE] = keys;
      const row = cells.get(rowKey) ?? new Map<string, Aggregate>();
      cells.set(rowKey, row);
      const cell = row.get(columnKey) ?? makeAggregate();
      if (!row.has(columnKey)) counted += 1;
      row.set(columnKey, cell);
      addTo(cell, aggregate);
      return counted <= MAX_COUNTED;
    },
    finish() {
      const rows = first?.choose(MAX_GROUPS);
      const columns = second?.choose(MAX_COLUMNS);
      const width = columns ? columns.groups.length : 1;
      const table = (rows?.groups ?? []).map(() => Array.from({ length: width }, makeAggregate));
      for (const [rowKey, row] of cells)
        for (const [columnKey, aggregate] of row) {
          const target = table[rows?.findIndex(rowKey) ?? 0]?.[columns?.findIndex(columnKey) ?? 0];
          if (target) addTo(target, aggregate);
        }
      return {
        rows: rows?.groups ?? [],
        columns: columns?.groups,
        cells: table.map((row) => row.map(roundSum)),
      };
    },
  };
}

/** Counts the rows of each value of one field. */
function makeDimension({ field, unit }: Grouping, kinds: FieldKinds) {
  const ignoresCase = kinds[field] === 'text';
  const counts = new Map<string, number>();
  const spellings = new Map<string, Map<string, number>>();
  const countSpelling = (key: string, text: string, rows: number) => {
    const own = spellings.get(key) ?? new Map<string, number>();
    spellings.set(key, own);
    const before = own.get(text);
    own.set(text, (before ?? 0) + rows);
    return before === undefined;
  };
  return {
    /** Returns the key of a value, and whether it is the first of its kind. */
    count(value: GroupValue, rows: number): [key: string, isNew: boolean] {
      const key = findKey(value, unit, ignoresCase);
      counts.set(key, (counts.get(key) ?? 0) + rows);
      const isText = !unit && key !== NONE && key !== OTHER;
      return [key, isText && countSpelling(key, value ?? '', rows)];
    },
    choose: (limit: number) =>
      chooseGroups(counts, {
        unit,
        limit,
        getText: (key) => findCommonest(spellings.get(key) ?? new Map()),
      }),
  };
}

function findKey(value: GroupValue, unit: Grouping['unit'], ignoresCase: boolean): string {
  if (value === null || value === '') return NONE;
  if (unit) return value === UNREADABLE ? OTHER : toKey(findPeriod(value, unit));
  // No filter can contain such a text.
  if (value.trim() === '' || parseFilterText(value) === undefined) return OTHER;
  return toKey(ignoresCase ? fold(value) : value);
}

/** Returns the spelling of most rows, and of two with the same number the first by text. */
function findCommonest(spellings: ReadonlyMap<string, number>): string {
  const [commonest] = [...spellings].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return commonest?.[0] ?? '';
}
