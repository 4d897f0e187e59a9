import { compareText } from './compare-text';
import type { Condition } from './filters';
import { type FieldKinds, type Filter, getOffset, type ListQuery } from './grammar';
import { containWords, makeTextFinder, readSearchWords } from './search-words';
import { cutKey, DEFAULT_LOCALE, makeTextKey } from './text-key';
import { type Comparable, fold, toComparable, toText } from './values';

/** A row of a list, by field name. */
export type Row = Readonly<Record<string, unknown>>;

export interface ListPage {
  rows: Row[];
  /** The number of rows on all pages that match the filters. */
  total: number;
  /** Sentences that the page shows above the list, for example which rows were not read. */
  note?: string;
  /** The maximum number of rows in an export. Undefined if an export can hold all rows. */
  exportLimit?: number;
  /** All rows of the list. Undefined if the host did not send all rows. */
  allRows?: readonly Row[];
  /** True if the API host, and not the panel, filtered the rows. */
  isByHost?: true;
}

interface MemoryList {
  kinds: FieldKinds;
  /** The field of the record's id. It is the second sort criterion, so that the order of equal rows does not vary. */
  key: string;
  timeZone: string;
  /** The language of the study, by whose alphabet texts are sorted. Defaults to English. */
  locale?: string;
}

/**
 * Returns the page of rows that a query asks for, for hosts that send all rows. Filters and sorts as the embedded host
 * does in SQL. Empty values are last in both directions, and texts are sorted by their keys (text-key.ts). Without a
 * sort, the rows keep the host's order. The days of filters must not be relative (resolve-days.ts).
 */
export function applyListQuery(rows: readonly Row[], query: ListQuery, list: MemoryList): ListPage {
  return cutPage(orderRows(rows, query, list), query);
}

/** Returns all rows that match the query, sorted. Without a sort, they keep the given order. */
export function orderRows(rows: readonly Row[], query: ListQuery, list: MemoryList): Row[] {
  const value = (row: Row, field: string) => toSorted(row, field, list);
  const words = query.q === undefined ? undefined : readSearchWords(query.q);
  const matchers = query.filters.map((filter) => buildMatcher(filter, list));
  const matching = rows.filter(
    (row) =>
      matchers.every((matches) => matches(row)) &&
      (!words || containWords(listKeys(row, query, list.kinds), words)),
  );
  const { sort } = query;
  if (!sort) return matching;
  const { field, descending } = sort;
  return matching
    .map((row) => ({
      row,
      by: value(row, field),
      key: value(row, list.key),
    }))
    .sort((a, b) => compare(a.by, b.by, descending) || compare(a.key, b.key, descending))
    .map(({ row }) => row);
}

/** Cuts the query's page out of the rows that `orderRows` has returned. */
export function cutPage(ordered: readonly Row[], query: ListQuery): ListPage {
  const start = getOffset(query);
  const rows = ordered.slice(start, query.size && start + query.size);
  return { rows, total: ordered.length };
}

function buildMatcher(filter: Filter, { kinds, timeZone }: MemoryList): (row: Row) => boolean {
  const { field } = filter;
  const isEmpty = (row: Row) => toText(row[field]) === '';
  if (filter.kind === 'empty') return (row) => isEmpty(row) === filter.empty;
  const kind = kinds[field] ?? 'text';
  const matches = buildComparison(filter, kind === 'text');
  return (row) => {
    const value = toComparable(kind, row[field], timeZone);
    if (value !== null && matches(value)) return true;
    return filter.orEmpty === true && isEmpty(row);
  };
}

/** Returns a function that checks whether a value matches a condition. */
function buildComparison(
  condition: Condition,
  ignoresCase: boolean,
): (value: string | number) => boolean {
  switch (condition.kind) {
    case 'text': {
      const contains = makeTextFinder(condition.contains);
      return (value) => contains(String(value));
    }
    case 'exact': {
      const wanted = fold(condition.equals);
      return (value) => fold(String(value)) === wanted;
    }
    case 'choice':
      return (value) => String(value) === condition.equals;
    case 'in': {
      const toKey = ignoresCase ? fold : (text: string) => text;
      const wanted = new Set(condition.values.map(toKey));
      return (value) => wanted.has(toKey(String(value)));
    }
    case 'number': {
      const { min = -Infinity, max = Infinity } = condition;
      return (value) => typeof value === 'number' && value >= min && value <= max;
    }
    case 'date': {
      const { from, to } = condition;
      return (value) => {
        const day = String(value).slice(0, 10);
        return (from === undefined || day >= from) && (to === undefined || day <= to);
      };
    }
  }
}

/** Returns the keys of the texts that `q` searches. */
function listKeys(row: Row, query: ListQuery, kinds: FieldKinds): string[] {
  return (query.cols ?? Object.keys(kinds))
    .filter((field) => kinds[field] === 'text' || kinds[field] === 'choice')
    .map((field) => makeTextKey(toText(row[field]), DEFAULT_LOCALE));
}

/** Returns a value as sorting compares it. Sorting computes the key of each text only once, not in every comparison. */
function toSorted(
  row: Row,
  field: string,
  { kinds, timeZone, locale = DEFAULT_LOCALE }: MemoryList,
): Comparable {
  const kind = kinds[field] ?? 'text';
  const value = toComparable(kind, row[field], timeZone);
  const isText = kind === 'text' || kind === 'choice';
  return isText && value !== null ? cutKey(makeTextKey(String(value), locale)) : value;
}

function compare(a: Comparable, b: Comparable, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
  return descending ? -order : order;
}
