import { ReadableStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import { toText } from 'shared/list/values';
import { z } from 'zod';
import { ImportError } from '../import/import-error';
import { readJsonRows } from '../import/json-rows';
import { type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';

const form = z.object({
  ufilename: required('File name'),
  ujson: z.string({ error: 'The rows are required' }),
});

/** The maximum number of different keys in the rows. Each is a column of the file. */
const MAX_COLUMNS = 1_000;
/** The maximum number of cells of the file. A small body could otherwise ask for a file of any size. */
const MAX_CELLS = 5_000_000;
/** The numbers of characters that are read, and of cells that are written, without letting other requests run. */
const PART = { characters: 64 * 1024, cells: 10_000 };

interface Rows {
  columns: string[];
  rows: ReadonlyMap<string, unknown>[];
}

/** Answers `downloadJson` with the posted rows as a CSV file, or refuses rows that cannot be read. */
export async function answerCsvFile(fields: FormFields): Promise<Response | Envelope> {
  const input = form.safeParse(fields);
  if (!input.success) return refused(getFirstProblem(input.error));
  const read = await readRows(input.data.ujson);
  if (typeof read === 'string') return refused(read);
  const name = `${simplifyName(input.data.ufilename)}.csv`;
  const body = ReadableStream.from(writeCsv(read)) as globalThis.ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

/** Returns the rows of a JSON list, or the reason that they are refused. */
async function readRows(json: string): Promise<Rows | string> {
  const columns = new Set<string>();
  const rows: Rows['rows'] = [];
  if (!/^\s*\[/.test(json)) return 'The rows could not be read';
  try {
    for await (const { names, values } of readJsonRows(cutText(json))) {
      for (const name of names) columns.add(name);
      rows.push(new Map(names.map((name, at) => [name, values[at]])));
      if (columns.size > MAX_COLUMNS || columns.size * rows.length > MAX_CELLS)
        return 'The rows have too many columns or cells for a file';
    }
  } catch (error) {
    if (error instanceof ImportError) return 'The rows could not be read';
    throw error;
  }
  return { columns: [...columns], rows };
}

/** Yields a text in parts. Lets other requests run before each part. */
async function* cutText(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PART.characters) {
    await setImmediate();
    yield text.slice(at, at + PART.characters);
  }
}

/** Yields the file in parts. Lets other requests run before each part. */
async function* writeCsv({ columns, rows }: Rows): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK);
  if (columns.length === 0) return;
  yield Buffer.from(stringify([columns.map(neutralize)], csvOptions));
  const size = Math.max(1, Math.floor(PART.cells / columns.length));
  for (let at = 0; at < rows.length; at += size) {
    await setImmediate();
    const part = rows.slice(at, at + size);
    const cells = part.map((row) => columns.map((column) => neutralize(toText(row.get(column)))));
    yield Buffer.from(stringify(cells, csvOptions));
  }
}

/** Reduces a file name to at most 100 letters, digits and signs that every operating system allows. */
function simplifyName(name: string): string {
  const safe = name
    .replace(/[^A-Za-z0-9._ -]+/g, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
    .slice(0, 100);
  return safe || 'export';
}
