import { readCsvRows } from './csv-rows';
import { decodeText } from './decode-text';
import type { FileRow } from './file-row';
import { ImportError } from './import-error';
import { readJsonRows } from './json-rows';

/** A file that can be read from its beginning, again and again. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

export interface RowReader {
  rows: AsyncIterable<FileRow>;
  /** True if texts may carry the apostrophe of an export. */
  neutralized: boolean;
}

/**
 * Reads the rows of a CSV or JSON file, which is recognised by its content, one after the other in little
 * memory. Throws an ImportError if the file as a whole is unreadable.
 */
export async function readRows(open: OpenFile): Promise<RowReader> {
  const text = decodeText(open());
  let head = '';
  for (let part = await text.next(); !part.done; part = await text.next()) {
    head += part.value;
    if (/\S/.test(head)) break;
  }
  if (!/\S/.test(head)) throw new ImportError('The file is empty.');
  const all = resume(head, text);
  return /^\s*[[{]/.test(head)
    ? { rows: readJsonRows(all), neutralized: false }
    : { rows: readCsvRows(all, head), neutralized: true };
}

async function* resume(head: string, rest: AsyncGenerator<string, undefined>) {
  yield head;
  yield* rest;
}
