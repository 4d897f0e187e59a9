import type { FieldKinds } from './field-kinds';
import { readDay } from './relative-days';

/** A condition on the value of a field. With `orEmpty`, rows whose field is empty match too. */
export type Condition = { field: string; orEmpty?: true } & (
  | { kind: 'text'; contains: string }
  /** Compares the whole text, ignoring case. Links from one record to records with the same text use it. */
  | { kind: 'exact'; equals: string }
  | { kind: 'choice'; equals: string }
  /** Matches each of the values. Ignores case in a field of texts, but not in a choice. */
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'number'; min?: number; max?: number }
  /** Compares calendar days (see relative-days.ts for their format). Both limits are inclusive. */
  | { kind: 'date'; from?: string; to?: string }
);

/** A filter of a list. The kind `empty` matches rows whose field has no value or, with `empty: false`, has a value. */
export type Filter = Condition | { kind: 'empty'; field: string; empty: boolean };

/** The maximum number of values that a filter can list. */
export const MAX_FILTER_VALUES = 30;
const MAX_TEXT = 200;

/** The filter of one field, built from the parameters that have been read so far. */
interface FieldFilter {
  condition?: Condition;
  empty?: boolean;
}

/**
 * Reads the filters from the parameters of a URL. Calls `drop` for each parameter of `names` that is not valid. Several
 * parameters of a field become one filter: two limits are a range, and `.empty=yes` widens the filter to rows without a
 * value. Of other parameters of the same field, the last one counts.
 */
export function parseFilters(
  params: URLSearchParams,
  names: Iterable<string>,
  fields: FieldKinds,
  drop: (name: string) => void,
): Filter[] {
  const found = new Map<string, FieldFilter>();
  for (const name of names) {
    const values = params.getAll(name);
    if (!values.some(isFilled)) continue;
    const read = parseParameter(name, values, fields, found);
    if (read) found.set(read.field, { ...found.get(read.field), ...read.filter });
    else drop(name);
  }
  return [...found].map(([field, { condition, empty }]) => {
    if (!condition) return { kind: 'empty', field, empty: empty === true };
    return empty ? { ...condition, orEmpty: true } : condition;
  });
}

/** Returns the URL parameters for one filter. */
export function filterParams(filter: Filter): [name: string, value: string][] {
  const { field } = filter;
  if (filter.kind === 'empty') return [[`${field}.empty`, filter.empty ? 'yes' : 'no']];
  return [
    ...buildConditionParams(filter),
    ...(filter.orEmpty ? [[`${field}.empty`, 'yes'] satisfies [string, string]] : []),
  ];
}

/** Returns the text if a filter can contain it, or undefined if it is too long or contains a NUL. */
export function parseFilterText(value: string): string | undefined {
  return value.length <= MAX_TEXT && !value.includes('\0') ? value : undefined;
}

/**
 * Returns the condition that a field has one of these values, in its canonical form: a choice with a single value is
 * written without `.in`.
 */
export function buildIn(
  field: string,
  kind: 'text' | 'choice',
  values: readonly string[],
): Condition {
  const [only = '', ...others] = values;
  if (kind === 'choice' && others.length === 0 && only === only.trim())
    return { kind, field, equals: only };
  return { kind: 'in', field, values };
}

function buildConditionParams(condition: Condition): [name: string, value: string][] {
  const { field } = condition;
  switch (condition.kind) {
    case 'text':
      return [[field, condition.contains]];
    case 'exact':
      return [[`${field}.is`, condition.equals]];
    case 'choice':
      return [[field, condition.equals]];
    case 'in':
      return condition.values.map((value) => [`${field}.in`, value]);
    case 'number':
      return buildRangeParams(field, { min: condition.min, max: condition.max });
    case 'date':
      return buildRangeParams(field, { from: condition.from, to: condition.to });
  }
}

function buildRangeParams(
  field: string,
  limits: Readonly<Record<string, string | number | undefined>>,
): [string, string][] {
  return Object.entries(limits).flatMap(([suffix, value]): [string, string][] =>
    value === undefined ? [] : [[`${field}.${suffix}`, String(value)]],
  );
}

function parseParameter(
  name: string,
  values: readonly string[],
  fields: FieldKinds,
  found: ReadonlyMap<string, FieldFilter>,
): { field: string; filter: FieldFilter } | undefined {
  const [first = ''] = values;
  const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (own === 'text' || own === 'choice') {
    const text = parseFilterText(first.trim());
    if (!text) return undefined;
    const condition: Condition =
      own === 'text'
        ? { kind: own, field: name, contains: text }
        : { kind: own, field: name, equals: text };
    return { field: name, filter: { condition } };
  }
  const dot = name.lastIndexOf('.');
  const field = name.slice(0, dot);
  if (dot <= 0 || !Object.hasOwn(fields, field)) return undefined;
  const suffix = name.slice(dot + 1);
  if (suffix === 'empty') {
    const empty = first.trim();
    return empty === 'yes' || empty === 'no'
      ? { field, filter: { empty: empty === 'yes' } }
      : undefined;
  }
  const condition = parseSuffixed(field, suffix, values, fields, found.get(field)?.condition);
  return condition && { field, filter: { condition } };
}

function parseSuffixed(
  field: string,
  suffix: string,
  values: readonly string[],
  fields: FieldKinds,
  before: Condition | undefined,
): Condition | undefined {
  const kind = fields[field];
  const [first = ''] = values;
  if (kind === 'text' && suffix === 'is') {
    const text = isFilled(first) ? parseFilterText(first) : undefined;
    return text === undefined ? undefined : { kind: 'exact', field, equals: text };
  }
  if ((kind === 'text' || kind === 'choice') && suffix === 'in')
    return parseValues(field, kind, values);
  if (kind === 'number' && (suffix === 'min' || suffix === 'max')) {
    const number = readFiniteNumber(first.trim());
    const range = before?.kind === 'number' ? before : undefined;
    return number === undefined ? undefined : { ...range, kind, field, [suffix]: number };
  }
  if (kind === 'date' && (suffix === 'from' || suffix === 'to')) {
    const day = readDay(first.trim());
    const range = before?.kind === 'date' ? before : undefined;
    return day === undefined ? undefined : { ...range, kind, field, [suffix]: day };
  }
  return undefined;
}

/** Parses the values of `.in`. Does not trim them, because values of rows may begin or end with a space. */
function parseValues(field: string, kind: 'text' | 'choice', given: readonly string[]) {
  const values = [...new Set(given.filter(isFilled))];
  const isValid =
    values.length <= MAX_FILTER_VALUES && values.every((value) => parseFilterText(value) === value);
  return isValid ? buildIn(field, kind, values) : undefined;
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

/** Returns the number, or undefined if it cannot be read or would be rounded to one with too many digits. */
function readFiniteNumber(value: string): number | undefined {
  if (!NUMBER.test(value)) return undefined;
  // Adding 0 turns -0 into 0, as which addresses write it.
  const number = Number(value) + 0;
  return NUMBER.test(String(number)) ? number : undefined;
}

function isFilled(value: string): boolean {
  return value.trim() !== '';
}
