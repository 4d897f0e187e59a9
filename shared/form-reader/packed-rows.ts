import { parseWhole } from '../parse-json';
import { makeMalformedError, makeTooManyError } from './form-error';
import { formLimits } from './limits';

/** The names of the inputs of a row, by the name of its list. Packed rows have their values in the same order. */
export type ListInputs = Readonly<Record<string, readonly string[]>>;

type Row = Readonly<Record<string, string | undefined>> | undefined;

const PREFIX = '_rows_';

/** Returns the name of the hidden input with the rows of a list that the page does not show as inputs. */
export function packInput(list: string): string {
  return PREFIX + list;
}

/**
 * Returns rows as one text for `unpackRows`. The text holds the values of each row in the order of `inputs`, or
 * null for a row in `shown`, which the page shows as inputs. Swaps quotes and tildes, because a quote takes six
 * characters in an HTML attribute.
 */
export function packRows(
  rows: readonly Row[],
  inputs: readonly string[],
  shown: { first: number; end: number },
): string {
  const packed = rows.map((row, index) => {
    if (index >= shown.first && index < shown.end) return null;
    const values = inputs.map((input) => row?.[input] ?? '');
    return values.slice(0, values.findLastIndex((value) => value !== '') + 1);
  });
  return swapQuotes(JSON.stringify(packed));
}

/**
 * Yields the posted fields. Replaces packed rows by the fields that inputs for these rows would have sent. Throws a
 * FormError for a text that `packRows` does not produce, and for a null if the fields of its row were not posted.
 */
export function* unpackRows(
  entries: readonly (readonly [string, string])[],
  lists: ListInputs,
): Generator<readonly [string, string]> {
  const sent = new Set(entries.map(([name]) => name));
  for (const entry of entries) {
    const list = entry[0].startsWith(PREFIX) ? entry[0].slice(PREFIX.length) : '';
    const inputs = Object.hasOwn(lists, list) ? lists[list] : undefined;
    if (!inputs) {
      yield entry;
      continue;
    }
    const rows = parseRows(entry[1]);
    if (rows.length > formLimits.rows) throw makeTooManyError(formLimits.rows, 'rows');
    for (const [index, row] of rows.entries()) {
      if (row === null) {
        const isSent = inputs.some((input) => sent.has(`${list}[${index}].${input}`));
        if (!isSent) throw makeMalformedError();
        continue;
      }
      if (row.length > inputs.length) throw makeMalformedError();
      // Yields the first field even if it is empty, because a list must have no gaps.
      for (const [at, input] of inputs.entries())
        if (at === 0 || row[at]) yield [`${list}[${index}].${input}`, row[at] ?? ''];
    }
  }
}

function parseRows(text: string): (string[] | null)[] {
  const rows = parseJson(swapQuotes(text));
  if (!Array.isArray(rows) || !rows.every(isPackedRow)) throw makeMalformedError();
  return rows;
}

function parseJson(text: string): unknown {
  try {
    return parseWhole(text);
  } catch {
    throw makeMalformedError();
  }
}

function isPackedRow(row: unknown): row is string[] | null {
  return row === null || (Array.isArray(row) && row.every((value) => typeof value === 'string'));
}

function swapQuotes(text: string): string {
  return text.replace(/["~]/g, (sign) => (sign === '"' ? '~' : '"'));
}
