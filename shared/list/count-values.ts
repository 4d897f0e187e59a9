import { MAX_FILTER_VALUES, parseFilterText } from './filters';
import type { FieldKinds } from './grammar';
import type { Row } from './memory';
import { fold, toText } from './values';

/** The values of a field, each with the number of rows that have it. */
export interface FieldValues {
  field: string;
  values: readonly ValueCount[];
  /** The number of rows whose field is empty. */
  empty: number;
}

interface ValueCount {
  value: string;
  count: number;
}

interface ValueCounter {
  /** Counts the values of these rows. */
  addRows(rows: readonly Row[]): void;
  /** Adds this number of rows to the count of a value. */
  add(field: string, value: unknown, rows: number): void;
  /** Returns the fields that have at most MAX_VALUES values so far. */
  listOpen(): string[];
  /** Returns the values of the fields that have at most MAX_VALUES, in the order of the fields, sorted by text. */
  finish(): FieldValues[];
}

/** The maximum number of different texts in a field. Texts that differ only in case count separately. */
const MAX_SPELLINGS = 10 * MAX_FILTER_VALUES;

/** The number of rows of each spelling of a value. Spellings differ only in case. */
interface Counted {
  spellings: Map<string, number>;
}

interface FieldCounter {
  bySpelling: Map<string, Counted>;
  byValue: Map<string, Counted>;
  empty: number;
}

/**
 * Creates a counter of the values of these fields. Texts that differ only in case are one value, in its most frequent
 * spelling. Omits a field if it has more than MAX_VALUES values, or a value that a filter cannot contain.
 */
export function makeValueCounter(fields: readonly string[], kinds: FieldKinds): ValueCounter {
  const open = new Map<string, FieldCounter>(
    fields.map((field) => [field, { bySpelling: new Map(), byValue: new Map(), empty: 0 }]),
  );
  const getKey = (field: string) => (kinds[field] === 'text' ? fold : (text: string) => text);
  return {
    addRows(rows) {
      for (const [field, counter] of open) {
        const toKey = getKey(field);
        if (!rows.every((row) => count(counter, toText(row[field]), 1, toKey))) open.delete(field);
      }
    },
    add(field, value, rows) {
      const counter = open.get(field);
      if (counter && !count(counter, toText(value), rows, getKey(field))) open.delete(field);
    },
    listOpen: () => [...open.keys()],
    finish: () =>
      [...open].map(([field, { byValue, empty }]) => ({
        field,
        values: [...byValue.values()]
          .map(summarize)
          .sort((one, other) => (one.value < other.value ? -1 : 1)),
        empty,
      })),
  };
}

/** Counts a value. Returns false if the field has too many values, or if a filter cannot contain this value. */
function count(
  counter: FieldCounter,
  text: string,
  rows: number,
  toKey: (text: string) => string,
): boolean {
  const { bySpelling, byValue } = counter;
  if (text === '') {
    counter.empty += rows;
    return true;
  }
  let counted = bySpelling.get(text);
  if (!counted) {
    if (text.trim() === '') return true;
    if (parseFilterText(text) === undefined || /[\r\n]/.test(text)) return false;
    const key = toKey(text);
    counted = byValue.get(key) ?? { spellings: new Map() };
    byValue.set(key, counted);
    bySpelling.set(text, counted);
    if (byValue.size > MAX_FILTER_VALUES || bySpelling.size > MAX_SPELLINGS) return false;
  }
  counted.spellings.set(text, (counted.spellings.get(text) ?? 0) + rows);
  return true;
}

function summarize({ spellings }: Counted): ValueCount {
  const all = [...spellings].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { value: all[0]?.[0] ?? '', count: all.reduce((sum, [, number]) => sum + number, 0) };
}
