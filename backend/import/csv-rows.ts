import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportError } from './import-error';

interface Header {
  names: string[];
  /** The line on which the header begins. */
  line: number;
}

const errors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: 'the row is too long: a quotation mark may be missing',
};

/** The errors that the parser notices only at the end of the text or at the size limit, far after the mistake. */
const endless: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/**
 * Yields the rows after the header, without empty ones. `head` is the beginning of the text. Throws an
 * ImportError that names the line of invalid CSV. That number is too high by one for each Windows line end inside a
 * cell of the invalid row.
 */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  head: string,
): AsyncGenerator<FileRow, undefined> {
  /** The parser's counts at the end of the last row, and the number of line ends that it has counted twice. */
  const last = { lines: 0, emptyLines: 0, twice: 0 };
  const parser = parse({
    delimiter: findDelimiter(head),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    // Adds the line on which the row begins. The parser calls this as soon as it has parsed a row, so `last` also
    // counts rows that the loop below never receives because a later row is invalid.
    on_record(record, { lines, empty_lines }) {
      // Inside a cell, the parser counts a Windows line end as two lines.
      last.twice += countBreaks(record, /\r\n/);
      last.lines = lines;
      last.emptyLines = empty_lines;
      const line = lines - last.twice - countBreaks(record, /\r\n|\r|\n/);
      return [...record, String(line)];
    },
  });
  // Errors of the text and of the parser are both thrown by the loop below, which reads the parser.
  pipeline(Readable.from(text), parser, () => {});
  let header: Header | undefined;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = Number(record.pop());
      if (!header) header = { names: readNames(record, line), line };
      else if (record.some((cell) => cell !== '')) yield buildRow(header, record, line);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // For these errors, names the line on which the row begins. For others, names the line of the error.
    const line = endless.has(error.code)
      ? last.lines + 1 - last.twice + Number(error.empty_lines) - last.emptyLines
      : Number(error.lines) - last.twice;
    throw new ImportError(`Line ${line}: ${errors[error.code] ?? 'the row is not valid CSV'}.`);
  }
}

/**
 * Returns the delimiter that is most frequent in the header: a comma, a semicolon or a tab. Spreadsheets choose
 * it by the user's language.
 */
function findDelimiter(head: string): string {
  const [header = ''] = head.replace(/^\s+/, '').split(/[\r\n]/, 1);
  const count = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function readNames(record: string[], line: number): string[] {
  const names = record.map((name) => name.trim());
  const empty = names.indexOf('');
  if (empty >= 0) throw new ImportError(`Line ${line}: column ${empty + 1} has no name.`);
  return names;
}

function buildRow({ names, line: namesLine }: Header, record: string[], line: number): FileRow {
  const row = { line, namesLine, names, values: record };
  return record.length === names.length
    ? row
    : { ...row, problem: `The row has ${record.length} cells, the header has ${names.length}` };
}

function countBreaks(record: string[], sign: RegExp): number {
  return record.reduce((sum, cell) => sum + cell.split(sign).length - 1, 0);
}
