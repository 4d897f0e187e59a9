import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { stringify } from 'csv-stringify/sync';
import { toErrorText } from 'shared/error-text';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { log } from '../server/log.server';

/** A file of an export that the panel writes. */
export interface CsvFile {
  /** The list's name in the log. */
  list: string;
  titles: readonly string[];
  /** The rows' cells, in parts that are written at once. */
  parts: AsyncIterable<string[][]>;
  /** Resolves when the client has taken what was sent; throws when it has gone (server/backpressure.ts). */
  applyBackpressure: () => Promise<void>;
}

/** Writes a CSV file while its rows are read, no faster than the client takes it. An error breaks it off. */
export function makeCsvBody({
  list,
  titles,
  parts,
  applyBackpressure,
}: CsvFile): ReadableStream<Uint8Array> {
  let clientDisconnected = false;
  async function* writeLines() {
    yield Buffer.from(BYTE_ORDER_MARK + stringify([[...titles]], csvOptions));
    for await (const rows of parts) {
      await applyBackpressure().catch((error) => {
        clientDisconnected = true;
        throw error;
      });
      yield Buffer.from(stringify(rows, csvOptions));
    }
  }
  const file = Readable.from(writeLines(), { highWaterMark: 1 });
  file.on('error', (error: unknown) => logBreakOff(list, error, clientDisconnected));
  return createReadableStreamFromReadable(file);
}

/** Logs why an export ended early. */
export function logBreakOff(list: string, error: unknown, clientDisconnected = false): void {
  log[clientDisconnected ? 'warn' : 'error'](
    { list, error: toErrorText(error) },
    'an export broke off',
  );
}
