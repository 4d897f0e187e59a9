import type { Condition, Filter } from 'shared/list/filters';
import type { ListQuery } from 'shared/list/grammar';
import { toComparableText } from 'shared/list/text-key';
import type { Column } from '../entities/column';
import { config } from '../server/config.server';

/** The number of digits from which a typed number holds all that pages hide of a phone number. */
const WHOLE_NUMBER = 9;
/** The columns of a history whose values are those of any field. */
const VALUES_OF_HISTORY = ['change_before', 'change_after'];

/** A query without what would find out masked values part by part, and the names of the parameters that it lacks. */
interface Restricted<Query> {
  query: Query;
  left: string[];
}

/**
 * Returns whether a typed text could find out a masked number part by part: whether a word of it, or the number that it
 * is, has digits, but fewer than a whole phone number.
 */
export function isPartOfNumber(text: string): boolean {
  // As searches read it: ① counts as a digit, and ´ does not separate words.
  const plain = toComparableText(text);
  const words = /^[+\p{Nd}\s().-]+$/u.test(plain) ? [plain] : plain.split(' ');
  return words.some((word) => {
    const digits = word.replace(/\P{Nd}/gu, '').length;
    return digits > 0 && digits < WHOLE_NUMBER;
  });
}

/** Returns whether a text that is searched must equal a masked value, because it could find out a part of it. */
export function needsWholeValue({ masked }: Pick<Column, 'masked'>, text: string): boolean {
  return config.MASK_IDENTIFIERS && masked !== undefined && isPartOfNumber(text);
}

/** Returns whether filters of a column find complete phone numbers and dates of birth only. */
export function findsWholeOnly({ masked }: Pick<Column, 'masked'>): boolean {
  return config.MASK_IDENTIFIERS && (masked === 'phone number' || masked === 'date of birth');
}

/** Returns whether a list must not be ordered by a column, because the order would tell about masked values. */
export function hidesOrder(column: Pick<Column, 'field' | 'masked'>): boolean {
  return (
    findsWholeOnly(column) || (config.MASK_IDENTIFIERS && VALUES_OF_HISTORY.includes(column.field))
  );
}

/**
 * Returns the query of a list without what would find out masked values part by part
 * (docs/decisions/0223-masked-values.md): filters for parts of numbers and for ranges of dates of birth, the order
 * by such a column, and masked columns in a search for a part of a number, which leaves out these columns. Without
 * MASK_IDENTIFIERS, the query stays as it is.
 */
export function restrictMaskedQuery<Query extends ListQuery & { cols: readonly string[] }>(
  columns: readonly Column[],
  query: Query,
): Restricted<Query> {
  if (!config.MASK_IDENTIFIERS) return { query, left: [] };
  const masked = new Map(columns.filter((one) => one.masked).map((one) => [one.field, one]));
  const left: string[] = [];
  const filters = query.filters.flatMap((filter) => {
    const column = masked.get(filter.field);
    if (!column || filter.kind === 'empty') return filter;
    const condition = restrictCondition(column, filter);
    if (condition) return condition;
    left.push(filter.field);
    return filter.orEmpty ? ({ kind: 'empty', field: filter.field, empty: true } as const) : [];
  });
  const { sort, q } = query;
  const sorted = columns.find(({ field }) => field === sort?.field);
  const isOrdered = sorted !== undefined && hidesOrder(sorted);
  if (isOrdered) left.push('sort');
  const isNarrow = q !== undefined && isPartOfNumber(q);
  const cols = isNarrow ? query.cols.filter((field) => !isSearched(masked.get(field))) : query.cols;
  const isUnsearched = isNarrow && cols.length === 0;
  if (isUnsearched) left.push('q');
  return {
    query: {
      ...query,
      filters: filters satisfies Filter[],
      sort: isOrdered ? undefined : sort,
      q: isUnsearched ? undefined : q,
      cols: isUnsearched ? query.cols : cols,
    },
    left,
  };
}

/** Returns a condition on a masked column that compares whole values, or undefined if there is none. */
function restrictCondition(column: Column, condition: Condition): Condition | undefined {
  switch (condition.kind) {
    case 'text': {
      const { contains: equals, ...rest } = condition;
      return isPartOfNumber(equals) ? { ...rest, kind: 'exact', equals } : condition;
    }
    case 'in':
      // Thirty numbers at once would find a number thirty times as fast.
      return column.masked === 'phone number' && condition.values.length > 1
        ? undefined
        : condition;
    case 'date':
      return column.masked === 'date of birth' && !isDay(condition) ? undefined : condition;
    default:
      return condition;
  }
}

function isDay({ from, to }: { from?: string; to?: string }): boolean {
  return from !== undefined && from === to;
}

function isSearched(column: Column | undefined): boolean {
  return column?.kind === 'text' || column?.kind === 'choice';
}
