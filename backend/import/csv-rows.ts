import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { normalizeValue } from 'shared/values/normalize';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportError } from './import-error';

interface Header {
  /** The number of cells, with those of columns without a name. */
  cells: number;
  names: string[];
  /** The positions of the columns with a name. */
  named: number[];
  /** The columns without a name, which programs add to empty columns of a spreadsheet. */
  leftAside: string[];
  /** The line on which the header begins. */
  line: number;
}

const errors: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  FORMULA:
    'a cell is a formula that begins with =". Remove the = and the quotation marks from its column',
  CSV_MAX_RECORD_SIZE: 'the row is too long: a quotation mark may be missing',
};

/** The errors that the parser notices only at the end of the text or at the size limit, far after the mistake. */
const endless: ReadonlySet<string> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/** Matches the first line by which some programs name the delimiter to spreadsheets. */
const DELIMITER_LINE = /^\s*"?sep=([,;\t|])"?[ ,;\t]*(?:\r\n|[\r\n])/i;
/** The characters that end a line and separate nothing. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Yields the rows after the header, without those whose cells are all empty or of spaces. Lines may end in different
 * ways. Leaves columns without a name aside if they have no values. `head` is the beginning of the text. Throws an
 * ImportError that names the line of invalid CSV. That number is too high by one for each Windows line end inside a
 * cell of the invalid row.
 */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  head: string,
): AsyncGenerator<FileRow, undefined> {
  /** The parser's counts at the end of the last row, and the number of line ends that it has counted twice. */
  const last = { lines: 0, emptyLines: 0, twice: 0 };
  const named = DELIMITER_LINE.exec(head)?.[1];
  let isDelimiterLine = named !== undefined;
  const parser = parse({
    delimiter: named ?? findDelimiter(head),
    record_delimiter: LINE_ENDS,
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
      if (isDelimiterLine) isDelimiterLine = false;
      else if (!header) header = readHeader(record, line);
      else if (!record.every(isBlank)) yield buildRow(header, record, line);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // For these errors, names the line on which the row begins. For others, names the line of the error.
    const line = endless.has(error.code)
      ? last.lines + 1 - last.twice + Number(error.empty_lines) - last.emptyLines
      : Number(error.lines) - last.twice;
    const code =
      error.code === 'INVALID_OPENING_QUOTE' && error.field === '=' ? 'FORMULA' : error.code;
    throw new ImportError(`Line ${line}: ${errors[code] ?? 'the row is not valid CSV'}.`);
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

function readHeader(record: string[], line: number): Header {
  const names = record.map((name) => normalizeValue('name', name));
  const named = [...names.keys()].filter((at) => names[at] !== '');
  if (named.length === 0) throw new ImportError(`Line ${line}: column 1 has no name.`);
  return {
    cells: record.length,
    names: names.filter((name) => name !== ''),
    named,
    leftAside: names.flatMap((name, at) => (name === '' ? [`column ${at + 1}`] : [])),
    line,
  };
}

function buildRow(header: Header, record: string[], line: number): FileRow {
  const { cells, names, named, leftAside, line: namesLine } = header;
  const isComplete = record.length >= cells && record.slice(cells).every(isBlank);
  const row = { line, namesLine, names, leftAside };
  if (!isComplete)
    return {
      ...row,
      values: record,
      problem: `The row has ${record.length} cells, the header has ${cells}`,
    };
  if (leftAside.length === 0) return { ...row, values: record.slice(0, cells) };
  const wrong = record.findIndex((cell, at) => at < cells && !named.includes(at) && !isBlank(cell));
  if (wrong >= 0) throw new ImportError(`Line ${namesLine}: column ${wrong + 1} has no name.`);
  return { ...row, values: named.map((at) => record[at]) };
}

/** Returns whether a cell holds nothing that can be seen. */
function isBlank(cell: string): boolean {
  return cell === '' || normalizeValue('name', cell) === '';
}

function countBreaks(record: string[], sign: RegExp): number {
  return record.reduce((sum, cell) => sum + cell.split(sign).length - 1, 0);
}
