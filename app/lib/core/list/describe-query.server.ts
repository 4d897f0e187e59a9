import type { Filter } from 'shared/list/filters';
import { formatDate } from 'shared/list/format-date';
import type { ListQuery } from 'shared/list/grammar';
import { readOffset, resolveDay } from 'shared/list/relative-days';
import { getToday } from 'shared/list/today';
import { asksForWithdrawn } from 'shared/list/withdrawn';
import type { Column } from '../entities/column';
import { selectHidden } from '../entities/hidden-filters';
import { config } from '../server/config.server';
import type { ListState } from './list-state';
import { maskFilter } from './mask-filter.server';

/** The operator and the values of a comparison. */
interface Comparison {
  operator: string;
  /** The values as pages show them: masked, and typed texts in quotation marks. */
  values: readonly string[];
  /** The values as the audit log and files name them: only numbers, days and options of the column. */
  recorded: readonly string[];
}

/** A part of the description of a query: a filter, the search, or the records of withdrawn participants. */
interface QueryPart extends Comparison {
  kind: 'filter' | 'search' | 'withdrawn';
  /** The title of the column, or what else the part is about. */
  label: string;
  /** True if rows without a value also match. */
  orEmpty?: boolean;
  /** True if the audit log and files must not describe it, because its values can identify people. */
  isIdentifying: boolean;
  /** The change of the query that removes the part. Undefined if another part asks for the same. */
  removal: Partial<ListQuery> | undefined;
}

/** The maximum number of values that a sentence on a page names. */
const NAMED_VALUES = 5;
/** The maximum number of columns that are listed by name. */
const NAMED_COLUMNS = 20;
/** The operator whose two values are the limits of a range. */
const RANGE = 'is from';

/**
 * Describes which rows a query selects, in parts. `columns` are those of the list, with their options; `today` is the
 * day to which relative days refer.
 */
export function describeQuery(
  { list, query }: Pick<ListState, 'list' | 'query'>,
  columns: readonly Column[] = list.columns,
  today = getToday(config.STUDY_TIME_ZONE),
): QueryPart[] {
  const { filters, q, withdrawn } = query;
  const hidden = selectHidden(list, query);
  const parts = filters.map((filter): QueryPart => {
    const column = columns.find(({ field }) => field === filter.field);
    return {
      kind: 'filter',
      label: column?.title ?? filter.field,
      ...compare(maskFilter(columns, filter), column?.options ?? [], today),
      orEmpty: filter.kind !== 'empty' && filter.orEmpty,
      isIdentifying: hidden.filters.includes(filter),
      removal: { filters: filters.filter((other) => other !== filter) },
    };
  });
  if (q !== undefined)
    parts.push({
      ...{ kind: 'search', label: 'One of the shown columns', operator: 'contains' },
      ...{ values: [`“${q}”`], recorded: ['a text'] },
      ...{ isIdentifying: hidden.q !== undefined, removal: { q: undefined } },
    });
  if (asksForWithdrawn(query))
    parts.push({
      ...{ kind: 'withdrawn', label: 'Withdrawn participants', operator: 'are included' },
      ...{ values: [], recorded: [], isIdentifying: false },
      removal: withdrawn && { withdrawn: undefined },
    });
  return parts;
}

/** Returns a part as a sentence with these values: `values` of the part on pages, `recorded` elsewhere. */
export function writePart({ label, operator, orEmpty }: QueryPart, values: readonly string[]) {
  const words =
    operator === RANGE
      ? values.join(' to ')
      : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);
  const sentence = [label, operator, ...(words ? [words] : [])].join(' ');
  return orEmpty ? `${sentence}, or is empty` : sentence;
}

/**
 * Describes the rows of a file for the audit log and for the file itself. Of parts that identify people, names only the
 * view that contains them. `filterWords` replaces the filters and the search.
 */
export function writeConditions(
  parts: readonly QueryPart[],
  view: string | undefined,
  filterWords?: string,
): string {
  const [withdrawn] = parts.filter(({ kind }) => kind === 'withdrawn');
  const narrowing = parts.filter((part) => part !== withdrawn);
  const conditions = narrowing
    .filter(({ isIdentifying }) => !isIdentifying)
    .map((part) => writePart(part, part.recorded));
  if (conditions.length < narrowing.length)
    conditions.push(
      view ? `the filters of view ${view} apply` : 'filters that identify people apply',
    );
  const words = conditions.length > 0 ? `where ${conditions.join(' and ')}` : 'all rows';
  const rows = narrowing.length > 0 ? (filterWords ?? words) : words;
  return withdrawn ? `${rows}; withdrawn participants are included` : rows;
}

/** Describes the columns and rows of a file for the audit log. */
export function describeExport(
  all: readonly Column[],
  shown: readonly Column[],
  state: Pick<ListState, 'list' | 'view' | 'query'>,
): string {
  const columns =
    shown.length > NAMED_COLUMNS
      ? `${shown.length} of ${all.length} columns`
      : `columns ${shown.map(({ title }) => title).join(', ')}`;
  return `${columns}; ${writeConditions(describeQuery(state, all), state.view)}`;
}

function compare(filter: Filter, options: readonly string[], today: string): Comparison {
  switch (filter.kind) {
    case 'empty':
      return { operator: filter.empty ? 'is empty' : 'is not empty', values: [], recorded: [] };
    case 'text':
      return { operator: 'contains', values: [`“${filter.contains}”`], recorded: ['a text'] };
    case 'exact':
      return { operator: 'is', values: [`“${filter.equals}”`], recorded: ['a text'] };
    case 'choice':
      return describeChoice([filter.equals], options);
    case 'in':
      return describeChoice(filter.values, options);
    case 'number':
      return describeRange(filter.min, filter.max, ['is at least', 'is at most']);
    case 'date': {
      const toWords = (day: string | undefined) => day && describeDay(day, today);
      const limits = [toWords(filter.from), toWords(filter.to)] as const;
      return describeRange(...limits, ['is on or after', 'is on or before']);
    }
  }
}

function describeChoice(values: readonly string[], options: readonly string[]): Comparison {
  const named = values.length > NAMED_VALUES ? values.slice(0, NAMED_VALUES - 1) : values;
  const known = values.filter((value) => options.includes(value));
  return {
    operator: 'is',
    values: [...named, ...describeOthers(values.length - named.length)],
    recorded: [...known, ...describeOthers(values.length - known.length)],
  };
}

function describeOthers(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? 'another value' : `${count} other values`];
}

function describeRange(
  low: string | number | undefined,
  high: string | number | undefined,
  [atLeast, atMost]: readonly [string, string],
): Comparison {
  const values = [...new Set([low, high].filter((limit) => limit !== undefined).map(String))];
  const single = low === undefined ? atMost : high === undefined ? atLeast : 'is';
  return { operator: values.length > 1 ? RANGE : single, values, recorded: values };
}

/** Returns a day in words, with its distance from today if it is relative to today. */
function describeDay(day: string, today: string): string {
  const words = formatDate(resolveDay(day, today), 'date', 'UTC');
  const offset = readOffset(day);
  return offset === undefined ? words : `${words} (${describeOffset(offset)})`;
}

function describeOffset(offset: number): string {
  if (offset === 0) return 'today';
  const days = `${Math.abs(offset).toLocaleString('en')} ${Math.abs(offset) === 1 ? 'day' : 'days'}`;
  return offset < 0 ? `${days} ago` : `in ${days}`;
}
