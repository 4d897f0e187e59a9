import type { FieldKinds, Filter, ListQuery } from './grammar';
import { type Comparable, fold, toComparable, toText } from './values';

/** A row as a host sent it. */
export type Row = Readonly<Record<string, unknown>>;

export interface ListPage {
  rows: Row[];
  /** Rows that match the filters, on all pages. */
  total: number;
  /** Says on the page which rows were not read. */
  note?: string;
  /** Rows that an export holds at most, when fewer than `total`. */
  exportLimit?: number;
}

export interface MemoryList {
  kinds: FieldKinds;
  /** The record's id: breaks ties, so that a row is on one page only. */
  key: string;
  timeZone: string;
}

/**
 * Filters, sorts and cuts rows as the embedded host does in SQL, for a host that sends everything.
 * Empty values sort last in both directions; text sorts by code point, case folded. Without a sort the
 * rows stay in the order in which they came.
 */
export function applyListQuery(rows: readonly Row[], query: ListQuery, list: MemoryList): ListPage {
  return cutPage(orderRows(rows, query, list), query);
}

/** All rows that match, in the query's order; without a sort, in the order in which they came. */
export function orderRows(rows: readonly Row[], query: ListQuery, list: MemoryList): Row[] {
  const value = (row: Row, field: string) =>
    toComparable(list.kinds[field] ?? 'text', row[field], list.timeZone);
  const matching = rows.filter(
    (row) =>
      query.filters.every((filter) => matchesFilter(filter, value(row, filter.field))) &&
      (query.q === undefined || containsAnywhere(row, query, list.kinds)),
  );
  const { sort } = query;
  if (!sort) return matching;
  const { field, descending } = sort;
  return matching
    .map((row) => ({
      row,
      by: getFolded(value(row, field)),
      key: getFolded(value(row, list.key)),
    }))
    .sort((a, b) => compare(a.by, b.by, descending) || compare(a.key, b.key, descending))
    .map(({ row }) => row);
}

/** The query's page of rows that `orderRows` has put in order. */
export function cutPage(ordered: readonly Row[], { page, size }: ListQuery): ListPage {
  const start = size === undefined ? 0 : (page - 1) * size;
  return { rows: ordered.slice(start, size && start + size), total: ordered.length };
}

function matchesFilter(filter: Filter, value: Comparable): boolean {
  if (value === null) return false;
  switch (filter.kind) {
    case 'text':
      return fold(String(value)).includes(fold(filter.contains));
    case 'exact':
      return fold(String(value)) === fold(filter.equals);
    case 'choice':
      return String(value) === filter.equals;
    case 'number':
      return (
        typeof value === 'number' &&
        (filter.min === undefined || value >= filter.min) &&
        (filter.max === undefined || value <= filter.max)
      );
    case 'date': {
      const day = String(value).slice(0, 10);
      return (
        (filter.from === undefined || day >= filter.from) &&
        (filter.to === undefined || day <= filter.to)
      );
    }
  }
}

function containsAnywhere(row: Row, query: ListQuery, kinds: FieldKinds): boolean {
  const wanted = fold(query.q ?? '');
  return (query.cols ?? Object.keys(kinds)).some(
    (field) =>
      (kinds[field] === 'text' || kinds[field] === 'choice') &&
      fold(toText(row[field])).includes(wanted),
  );
}

/** Folded once, and not at each of the comparisons of a sort. */
function getFolded(value: Comparable): Comparable {
  return typeof value === 'string' ? fold(value) : value;
}

function compare(a: Comparable, b: Comparable, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
  return descending ? -order : order;
}

/** By code point, as SQL compares UTF-8 bytes; `<` on strings would compare UTF-16 units. */
function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return compareCodePoints(x) - compareCodePoints(y);
  }
  return a.length - b.length;
}

/** Moves surrogates behind all other units: they encode the highest code points. */
function compareCodePoints(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
