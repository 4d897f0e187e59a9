/**
 * Reads and writes the query of a list in a URL. All lists of the panel and the API host use the same grammar, which
 * docs/lists.md describes:
 *
 *   ?page=2&size=20&sort=-user_createdate&cols=user_id,user_username&q=ann
 *    &u_status=Active&user_createdate.from=2024-01-01&n_participants.min=3&study_number.is=S-00012
 *    &srh_prep_interest.in=Interested&srh_prep_interest.in=Very+interested&next_date.to=today-30d&phone.empty=yes
 *    &withdrawn=included
 *
 * A query may name only the fields that the caller passes. Parameters that are not valid are ignored and named
 * in `dropped`. If a parameter is repeated, only its first value is read, except for `cols` and `.in`. A field has at
 * most one filter. None of these functions throws.
 */
import type { FieldKinds } from './field-kinds';
import { type Filter, filterParams, parseFilters, parseFilterText } from './filters';
import { INCLUDED, WITHDRAWN_ON } from './withdrawn';

export type { FieldKind, FieldKinds } from './field-kinds';
export { type Filter, filterParams } from './filters';

export interface Sort {
  field: string;
  descending: boolean;
}

export interface ListQuery {
  /** The number of the page, starting at 1. */
  page: number;
  /** The number of rows per page. If undefined, one page holds all rows. */
  size: number | undefined;
  /** The number of rows before the first one. Given together with `size`, in place of `page`, which is then 1. */
  offset?: number | undefined;
  sort: Sort | undefined;
  /** The fields of the shown columns, in order. If undefined, all columns are shown. */
  cols: readonly string[] | undefined;
  /** The text to search for in the columns of `cols` that are text or a choice. */
  q: string | undefined;
  filters: readonly Filter[];
  /**
   * Given if the list also has the records of withdrawn participants, which it leaves out by default (withdrawn.ts).
   */
  withdrawn?: typeof INCLUDED | undefined;
}

/** The query for all rows of a list, in its default order. */
export const allRows: ListQuery = {
  page: 1,
  size: undefined,
  sort: undefined,
  cols: undefined,
  q: undefined,
  filters: [],
};

interface ParsedList {
  query: ListQuery;
  /** The names of the parameters that were ignored because they are not valid. The list's page shows them. */
  dropped: string[];
}

export const MAX_PAGE_SIZE = 200;
/** The maximum number in an address, of a page or an offset. */
export const MAX_NUMBER = 999_999_999_999_999;
/** The maximum number of rows from an offset: those of a page, the row before it and the row after it. */
const MAX_FROM_OFFSET = MAX_PAGE_SIZE + 2;
/**
 * The parameters that are not filters. `by` and `of` summarize the rows (summary/grammar.ts). Only the panel uses
 * `open`, which names the rows that show their details, `view`, which names the filters that must not stand in
 * addresses, and `ignored`, which names parameters that were not understood.
 */
const RESERVED = new Set([
  'page',
  'size',
  'offset',
  'sort',
  'cols',
  'q',
  'by',
  'of',
  'open',
  'view',
  'ignored',
  'withdrawn',
]);
/** The parameters that Remix adds to addresses. They are not part of a list query. */
export const FRAMEWORK_PARAMETERS: ReadonlySet<string> = new Set(['_routes', '_data', 'index']);

/** Reads a list query from the parameters of a URL. Ignores parameters with an empty value. */
export function parseListQuery(params: URLSearchParams, fields: FieldKinds): ParsedList {
  const dropped = new Set<string>();
  const first = (name: string) => params.get(name)?.trim() || undefined;
  const read = <T>(name: string, parse: (value: string) => T | undefined): T | undefined => {
    const value = first(name);
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) dropped.add(name);
    return parsed;
  };

  const offset = read('offset', (value) => readInteger(value, 0, MAX_NUMBER));
  const maxSize = offset === undefined || first('page') ? MAX_PAGE_SIZE : MAX_FROM_OFFSET;
  const query: ListQuery = {
    page: read('page', (value) => readInteger(value, 1, MAX_NUMBER)) ?? 1,
    size: read('size', (value) => readInteger(value, 1, maxSize)),
    sort: read('sort', (value) => parseSort(value, fields)),
    cols: parseCols(params.getAll('cols'), fields, () => dropped.add('cols')),
    q: read('q', parseFilterText),
    filters: [],
  };
  if (offset !== undefined && query.size !== undefined && !first('page')) query.offset = offset;
  else if (offset !== undefined) dropped.add('offset');
  if (Object.hasOwn(fields, WITHDRAWN_ON))
    query.withdrawn = read('withdrawn', (value) => (value === INCLUDED ? value : undefined));
  else if (first('withdrawn')) dropped.add('withdrawn');

  const names = [...new Set(params.keys())].filter(
    (name) => !RESERVED.has(name) && !FRAMEWORK_PARAMETERS.has(name),
  );
  const filters = parseFilters(params, names, fields, (name) => dropped.add(name));
  return { query: { ...query, filters }, dropped: [...dropped] };
}

/** Returns a query as URL parameters, from which `parseListQuery` reads the same query. */
export function listSearchParams(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.page > 1) params.set('page', String(query.page));
  if (query.size !== undefined) params.set('size', String(query.size));
  if (query.offset !== undefined) params.set('offset', String(query.offset));
  if (query.sort) params.set('sort', `${query.sort.descending ? '-' : ''}${query.sort.field}`);
  if (query.cols) params.set('cols', query.cols.join(','));
  if (query.q) params.set('q', query.q);
  if (query.withdrawn) params.set('withdrawn', query.withdrawn);
  for (const filter of query.filters) {
    for (const [name, value] of filterParams(filter)) params.append(name, value);
  }
  return params;
}

/** Returns the number of rows of the list that are before the page of a query. */
export function getOffset({ page, size, offset }: ListQuery): number {
  return offset ?? (page - 1) * (size ?? 0);
}

function parseSort(value: string, fields: FieldKinds): Sort | undefined {
  const descending = value.startsWith('-');
  const field = descending ? value.slice(1) : value;
  return Object.hasOwn(fields, field) ? { field, descending } : undefined;
}

/** Reads the shown columns from `cols=a,b`, or from `cols=a&cols=b`, which the check boxes of a form send. */
function parseCols(values: string[], fields: FieldKinds, drop: () => void) {
  const names = values.flatMap((value) => value.split(',')).filter((name) => name.trim() !== '');
  const known = [...new Set(names)].filter((name) => Object.hasOwn(fields, name));
  if (known.length < new Set(names).size) drop();
  return known.length > 0 ? known : undefined;
}

function readInteger(value: string, min: number, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
