/**
 * The grammar of a list in a URL, one for every list and for the API host:
 *
 *   ?page=2&size=20&sort=-user_createdate&cols=user_id,user_username&q=ann
 *    &u_status=Active&user_createdate.from=2024-01-01&n_participants.min=3&study_number.is=S-00012
 *
 * The caller's fields are the allow-list. What does not fit is dropped and named in `dropped`;
 * nothing here throws. The panel and the embedded host read queries by this file alone.
 */

/** The kinds of fields, which are filtered and compared differently. */
export type FieldKind = 'text' | 'choice' | 'number' | 'date';

/** The fields a query may name, with their kinds. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

export type Filter =
  | { kind: 'text'; field: string; contains: string }
  /** The whole text, case folded: a link from one record to those of the same name. */
  | { kind: 'exact'; field: string; equals: string }
  | { kind: 'choice'; field: string; equals: string }
  | { kind: 'number'; field: string; min?: number; max?: number }
  /** Calendar days, `YYYY-MM-DD`, both inclusive. */
  | { kind: 'date'; field: string; from?: string; to?: string };

export interface Sort {
  field: string;
  descending: boolean;
}

export interface ListQuery {
  /** 1-based. */
  page: number;
  /** Rows a page; undefined means all rows. */
  size: number | undefined;
  sort: Sort | undefined;
  /** The shown columns, in order; undefined means the list's own defaults. `q` searches these. */
  cols: readonly string[] | undefined;
  /** Looked for in every shown column that is text or a choice. */
  q: string | undefined;
  filters: readonly Filter[];
}

/** Asks for all rows of a list, in its own order. */
export const allRows: ListQuery = {
  page: 1,
  size: undefined,
  sort: undefined,
  cols: undefined,
  q: undefined,
  filters: [],
};

export interface ParsedList {
  query: ListQuery;
  /** Names of the parameters that were not understood, for the list to say so. */
  dropped: string[];
}

export const MAX_PAGE_SIZE = 200;
const MAX_TEXT = 200;
/** `open` is the panel's own: which rows show their details. A host has no use for it. */
const RESERVED = new Set(['page', 'size', 'sort', 'cols', 'q', 'open']);
/** Parameters of the framework's own, never part of a list. */
export const FRAMEWORK: ReadonlySet<string> = new Set(['_routes', '_data', 'index']);

/** Reads a list query from a URL's parameters. Empty values count as absent. */
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

  const query: ListQuery = {
    page: read('page', (value) => readPositiveInteger(value, Number.MAX_SAFE_INTEGER)) ?? 1,
    size: read('size', (value) => readPositiveInteger(value, MAX_PAGE_SIZE)),
    sort: read('sort', (value) => parseSort(value, fields)),
    cols: parseCols(params.getAll('cols'), fields, () => dropped.add('cols')),
    q: read('q', shortText),
    filters: [],
  };

  const filters = new Map<string, Filter>();
  for (const name of new Set(params.keys())) {
    if (RESERVED.has(name) || FRAMEWORK.has(name)) continue;
    const value = first(name);
    if (value === undefined) continue;
    const filter = parseFilter(name, value, fields, filters);
    if (filter) filters.set(filter.field, filter);
    else dropped.add(name);
  }
  return { query: { ...query, filters: [...filters.values()] }, dropped: [...dropped] };
}

/** Writes a query back; `parseListQuery` of the result gives the same query. */
export function listSearchParams(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.page > 1) params.set('page', String(query.page));
  if (query.size !== undefined) params.set('size', String(query.size));
  if (query.sort) params.set('sort', `${query.sort.descending ? '-' : ''}${query.sort.field}`);
  if (query.cols) params.set('cols', query.cols.join(','));
  if (query.q) params.set('q', query.q);
  for (const filter of query.filters) {
    for (const [name, value] of filterParams(filter)) params.set(name, value);
  }
  return params;
}

/** The parameters that one filter is written as. */
export function filterParams(filter: Filter): [name: string, value: string][] {
  const range = (low: string, lowValue: unknown, high: string, highValue: unknown) =>
    [
      [`${filter.field}.${low}`, lowValue],
      [`${filter.field}.${high}`, highValue],
    ].flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[String(name), String(value)]],
    );
  switch (filter.kind) {
    case 'text':
      return [[filter.field, filter.contains]];
    case 'exact':
      return [[`${filter.field}.is`, filter.equals]];
    case 'choice':
      return [[filter.field, filter.equals]];
    case 'number':
      return range('min', filter.min, 'max', filter.max);
    case 'date':
      return range('from', filter.from, 'to', filter.to);
  }
}

function parseFilter(
  name: string,
  value: string,
  fields: FieldKinds,
  sofar: ReadonlyMap<string, Filter>,
): Filter | undefined {
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (kind === 'text' || kind === 'choice') {
    const text = shortText(value);
    if (text === undefined) return undefined;
    return kind === 'text'
      ? { kind, field: name, contains: text }
      : { kind, field: name, equals: text };
  }
  const dot = name.lastIndexOf('.');
  const field = name.slice(0, dot);
  const bound = name.slice(dot + 1);
  const rangeKind = dot > 0 && Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (rangeKind === 'text' && bound === 'is') {
    const text = shortText(value);
    return text === undefined ? undefined : { kind: 'exact', field, equals: text };
  }
  if (rangeKind === 'number' && (bound === 'min' || bound === 'max')) {
    const number = readFiniteNumber(value);
    return number === undefined
      ? undefined
      : {
          ...(sofar.get(field) as Filter & { kind: 'number' }),
          kind: 'number',
          field,
          [bound]: number,
        };
  }
  if (rangeKind === 'date' && (bound === 'from' || bound === 'to')) {
    return isCalendarDay(value)
      ? { ...(sofar.get(field) as Filter & { kind: 'date' }), kind: 'date', field, [bound]: value }
      : undefined;
  }
  return undefined;
}

function parseSort(value: string, fields: FieldKinds): Sort | undefined {
  const descending = value.startsWith('-');
  const field = descending ? value.slice(1) : value;
  return Object.hasOwn(fields, field) ? { field, descending } : undefined;
}

/** `cols=a,b` and `cols=a&cols=b` (what a form without script sends) mean the same. */
function parseCols(values: string[], fields: FieldKinds, drop: () => void) {
  const names = values.flatMap((value) => value.split(',')).filter((name) => name.trim() !== '');
  const known = [...new Set(names)].filter((name) => Object.hasOwn(fields, name));
  if (known.length < new Set(names).size) drop();
  return known.length > 0 ? known : undefined;
}

function readPositiveInteger(value: string, max: number): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

function readFiniteNumber(value: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
}

function shortText(value: string): string | undefined {
  return value.length <= MAX_TEXT && !value.includes('\0') ? value : undefined;
}

function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
