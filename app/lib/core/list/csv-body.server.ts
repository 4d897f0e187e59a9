import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { stringify } from 'csv-stringify/sync';
import { toErrorText } from 'shared/error-text';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { log } from '../server/log.server';

/** The content of an export file that the panel writes. */
interface CsvFile {
  /** The list's name in log messages. */
  list: string;
  titles: readonly string[];
  /** The cells of the rows. Each part is written in one piece. */
  parts: AsyncIterable<string[][]>;
  /**
   * Resolves when the client has received the data sent so far. Throws when the client has disconnected
   * (server/backpressure.ts).
   */
  applyBackpressure: () => Promise<void>;
}

/**
 * Returns a stream that writes a CSV file while its rows are read, at the speed at which the client receives
 * it. An error ends the stream early and is logged.
 */
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

/** Logs that an export ended early, and why. A disconnected client is only a warning. */
export function logBreakOff(list: string, error: unknown, clientDisconnected = false): void {
  log[clientDisconnected ? 'warn' : 'error'](
    { list, error: toErrorText(error) },
    'an export was interrupted',
  );
}
