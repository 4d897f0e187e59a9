import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { type FileRow, MAX_RECORD } from './file-row';
import { ImportFault } from './import-fault';

interface Parsed {
  record: string[];
  info: InfoRecord;
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: 'the row is too long: a quotation mark may be missing',
};

/** The rows below the header, empty ones left out. `head` is the beginning of the text. */
export async function* csvRows(
  text: AsyncIterable<string>,
  head: string,
): AsyncGenerator<FileRow, undefined> {
  const parser = parse({
    delimiter: delimiterOf(head),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  // A fault of either end comes out of the parser, which is read below.
  pipeline(Readable.from(text), parser, () => {});
  let names: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (!names) names = headerOf(record);
      else if (record.some((cell) => cell !== '')) yield rowOf(names, record, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportFault(`Line ${error.lines}: ${faults[error.code] ?? 'the row is no CSV'}.`);
  }
}

/** Spreadsheets part cells by what the language of their user calls for; the header tells. */
function delimiterOf(head: string): string {
  const [header] = head.replace(/^\s+/, '').split(/[\r\n]/, 1);
  const count = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function headerOf(record: string[]): string[] {
  const names = record.map((name) => name.trim());
  const empty = names.indexOf('');
  if (empty >= 0) throw new ImportFault(`Line 1: column ${empty + 1} has no name.`);
  return names;
}

/** `lines` is the last line of the row, whose cells may hold some. */
function rowOf(names: string[], record: string[], lines: number): FileRow {
  const breaks = record.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 0);
  const row = { line: lines - breaks, names, values: record };
  return record.length === names.length
    ? row
    : { ...row, problem: `The row has ${record.length} cells, the header has ${names.length}` };
}
