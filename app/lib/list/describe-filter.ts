import type { Condition, Filter } from 'shared/list/filters';
import { formatDate } from 'shared/list/format-date';
import { readOffset, resolveDay } from 'shared/list/relative-days';

/** The maximum number of values that a sentence names. */
const NAMED_VALUES = 5;

/** Returns the predicate of the sentence that says which rows a filter selects, such as `is from 18 to 24`. */
export function describeFilter(filter: Filter, today: string): string {
  if (filter.kind === 'empty') return filter.empty ? 'is empty' : 'is not empty';
  const words = describeCondition(filter, today);
  return filter.orEmpty ? `${words}, or is empty` : words;
}

function describeCondition(condition: Condition, today: string): string {
  switch (condition.kind) {
    case 'text':
      return `contains “${condition.contains}”`;
    case 'exact':
      return `is “${condition.equals}”`;
    case 'choice':
      return `is ${condition.equals}`;
    case 'in':
      return `is ${joinValues(condition.values)}`;
    case 'number':
      return describeRange(condition.min, condition.max, ['at least', 'at most']);
    case 'date': {
      const toWords = (day: string | undefined) => day && describeDay(day, today);
      const limits = [toWords(condition.from), toWords(condition.to)] as const;
      return describeRange(...limits, ['on or after', 'on or before']);
    }
  }
}

/** Returns the values in words. Of many values, names only the first ones. */
function joinValues(values: readonly string[]): string {
  const named = values.length > NAMED_VALUES ? values.slice(0, NAMED_VALUES - 1) : values;
  const rest = values.length - named.length;
  const words = rest > 0 ? [...named, `${rest} other values`] : named;
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

function describeRange(
  low: string | number | undefined,
  high: string | number | undefined,
  [atLeast, atMost]: readonly [string, string],
): string {
  if (low === undefined) return `is ${atMost} ${high}`;
  if (high === undefined) return `is ${atLeast} ${low}`;
  return low === high ? `is ${low}` : `is from ${low} to ${high}`;
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
