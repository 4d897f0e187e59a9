import { makeMalformedError, makeTooManyError } from './form-error';
import { formLimits } from './limits';

/** The inputs of the rows of each list, in the order of the values in a packed row. */
export type ListInputs = Readonly<Record<string, readonly string[]>>;

type Row = Readonly<Record<string, string | undefined>> | undefined;

const PREFIX = '_rows_';

/** Returns the name of the hidden input that carries the rows of a list which have no inputs on the page. */
export function packInput(list: string): string {
  return PREFIX + list;
}

/**
 * Writes rows as one text for `unpackRows`: the values of each row in the order of `inputs`, or null for a row
 * in `shown`, which has inputs of its own. Swaps quotes, which take six characters in an attribute, and tildes.
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
 * Returns the posted fields, with packed rows as the fields that their inputs would have sent. Throws a
 * FormError for a text that `packRows` does not write, and for a missing row that should have inputs of its own.
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
    if (rows.length > formLimits.rows) throw makeTooManyError(formLimits.rows, 'rows in a list');
    for (const [index, row] of rows.entries()) {
      if (row === null) {
        const isSent = inputs.some((input) => sent.has(`${list}[${index}].${input}`));
        if (!isSent) throw makeMalformedError();
        continue;
      }
      if (row.length > inputs.length) throw makeMalformedError();
      // Includes the first field of an empty row, because a list has no gaps.
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
    return JSON.parse(text);
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
