import { readCsvRows } from './csv-rows';
import { decodeText } from './decode-text';
import type { FileRow } from './file-row';
import { ImportError } from './import-error';
import { readJsonRows } from './json-rows';

/** Opens a file to read it from its beginning. Can be called several times. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** The maximum number of characters in which the first line is looked for. */
const MAX_HEAD = 64 * 1024;

interface RowReader {
  rows: AsyncIterable<FileRow>;
  /** True if texts may begin with the apostrophe that exports put before a text that looks like a formula. */
  neutralized: boolean;
}

/**
 * Returns a reader of the rows of a CSV or JSON file, whose format is recognised by its content. Reads one row
 * at a time, so that memory does not limit the size of the file. Throws an ImportError if the file is empty;
 * reading the rows throws one if the file is not valid.
 */
export async function openRowReader(open: OpenFile): Promise<RowReader> {
  const text = decodeText(open());
  let head = '';
  /** The length of the head up to the part with the first visible character, or undefined before it. */
  let begun: number | undefined;
  for (let part = await text.next(); !part.done; part = await text.next()) {
    if (begun === undefined && /\S/.test(part.value)) begun = head.length;
    head += part.value;
    if (begun === undefined) continue;
    if (/[\r\n]/.test(head.slice(begun).trimStart()) || head.length > begun + MAX_HEAD) break;
  }
  if (begun === undefined) throw new ImportError('The file is empty.');
  const all = joinHead(head, text);
  return /^\s*[[{]/.test(head)
    ? { rows: readJsonRows(all), neutralized: false }
    : { rows: readCsvRows(all, head), neutralized: true };
}

async function* joinHead(head: string, rest: AsyncGenerator<string, undefined>) {
  yield head;
  yield* rest;
}
