import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

/**
 * A difference between a CSV file and the rows from which it was made. Contains the title of a column, but no
 * values.
 */
export interface CsvDifference {
  kind:
    | 'not CSV'
    | 'empty'
    | `columns ${'added' | 'missing' | 'moved'}`
    | `rows ${'added' | 'missing' | 'moved'}`
    | 'value changed';
  column?: string;
}

/** The number of bytes that are parsed without a pause, which takes a few milliseconds. */
const PIECE_BYTES = 64 * 1024;
/** The number of bytes at the start of the file in which the header is searched for. */
const HEAD_BYTES = 64 * 1024;

/**
 * Compares a CSV file with the cells from which it was made, and returns the first difference. Reads the file
 * in pieces and awaits `pause` before each, so that other requests are served in between.
 */
export async function compareCsv(
  file: Uint8Array,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  pause: () => Promise<void>,
): Promise<CsvDifference | undefined> {
  if (!isUtf8(file)) return { kind: 'not CSV' };
  const parser = parse({
    ...getParserOptions(titles),
    delimiter: findDelimiter(file, titles),
    max_record_size: findLongestRecord(titles, rows),
  });
  const input = Readable.from(splitIntoPieces(file, pause)).on('error', (error) =>
    parser.destroy(error),
  );
  let at = -1;
  try {
    for await (const record of input.pipe(parser) as AsyncIterable<string[]>) {
      const difference =
        at < 0 ? compareHeader(record, titles) : compareRow(record, rows, at, titles);
      if (difference) return difference;
      at += 1;
    }
  } catch (error) {
    if (error instanceof CsvError) return { kind: 'not CSV' };
    throw error;
  } finally {
    input.destroy();
  }
  if (at < 0) return { kind: 'empty' };
  return at < rows.length ? { kind: 'rows missing' } : undefined;
}

function compareHeader(given: string[], titles: readonly string[]): CsvDifference | undefined {
  if (isSame(given, titles)) return undefined;
  const column = titles.find((title) => !given.includes(title));
  if (column !== undefined) return { kind: 'columns missing', column };
  return { kind: given.length > titles.length ? 'columns added' : 'columns moved' };
}

function compareRow(
  given: string[],
  rows: readonly (readonly string[])[],
  at: number,
  titles: readonly string[],
): CsvDifference | undefined {
  const row = rows.at(at);
  if (!row) return { kind: 'rows added' };
  if (isSame(given, row)) return undefined;
  if (given.length > row.length) return { kind: 'columns added' };
  if (given.length < row.length) return { kind: 'columns missing' };
  if (rows.some((other) => isSame(given, other))) return { kind: 'rows moved' };
  return { kind: 'value changed', column: titles[row.findIndex((cell, n) => cell !== given[n])] };
}

/** Returns the delimiter that splits the file's header into the list's titles, or a comma if none does. */
function findDelimiter(file: Uint8Array, titles: readonly string[]): string {
  const head = Buffer.from(file.subarray(0, HEAD_BYTES));
  const hasTitles = (delimiter: string) => {
    try {
      const [header = []] = parseAtOnce(head, { ...getParserOptions(titles), delimiter, to: 1 });
      return isSame(header, titles);
    } catch {
      return false;
    }
  };
  return [',', ';', '\t'].find(hasTitles) ?? ',';
}

/**
 * Returns the maximum length in characters of a CSV record of these rows. Assumes that every character is a
 * quote, which CSV doubles, and adds a reserve.
 */
function findLongestRecord(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): number {
  const measureLength = (cells: readonly string[]) =>
    cells.reduce((sum, { length }) => sum + length + 3, 0);
  return (
    2 * rows.reduce((most, row) => Math.max(most, measureLength(row)), measureLength(titles)) +
    1_000
  );
}

function getParserOptions(titles: readonly string[]) {
  return {
    bom: true,
    relax_column_count: true,
    // In a list with only one column, an empty line is a row with an empty cell.
    skip_empty_lines: titles.length > 1,
  };
}

async function* splitIntoPieces(file: Uint8Array, pause: () => Promise<void>) {
  for (let at = 0; at < file.byteLength; at += PIECE_BYTES) {
    await pause();
    yield Buffer.from(file.subarray(at, at + PIECE_BYTES));
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, n) => cell === other[n]);
}
