import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { stringify } from 'csv-stringify/sync';
import { embeddedHost } from '../api/embedded-host.server';
import type { ApiResult } from '../api/envelope';
import { config } from '../config.server';
import type { Entity } from '../entities/entity';
import { log } from '../log.server';
import { BYTE_ORDER_MARK, csvOptions } from './csv';
import { type ListQuery, listSearchParams } from './grammar';
import type { Row } from './memory';

export interface CsvStream {
  /** Rows that the file will have. */
  total: number;
  body: ReadableStream<Uint8Array>;
}

/**
 * A list of the embedded host as a CSV file that is written while it is read, so that its length costs
 * no memory; undefined where the rows come from elsewhere. A fault breaks the download off.
 */
export async function streamCsv(
  { list: { source }, read, plural }: Entity,
  query: ListQuery,
  titles: readonly string[],
  cellsOf: (row: Row) => string[],
  clientReady: () => Promise<void>,
): Promise<ApiResult<CsvStream> | undefined> {
  if (config.API_HOST_URL || typeof source !== 'string') return undefined;
  const records = (await embeddedHost()).stream(source, listSearchParams(query));
  if (!records) return undefined;
  let clientGone = false;
  const fail = (error: unknown) =>
    log[clientGone ? 'warn' : 'error'](
      { list: plural, error: String(error) },
      'an export broke off',
    );
  try {
    const { total, parts } = await records;
    const file = Readable.from(lines(parts), { highWaterMark: 1 }).on('error', fail);
    return { ok: true, value: { total, body: createReadableStreamFromReadable(file) } };
  } catch (error) {
    fail(error);
    return { ok: false, fault: { kind: 'unreachable' } };
  }

  async function* lines(parts: AsyncIterable<Row[]>) {
    yield Buffer.from(BYTE_ORDER_MARK + stringify([[...titles]], csvOptions));
    for await (const rows of parts) {
      await clientReady().catch((error) => {
        clientGone = true;
        throw error;
      });
      yield Buffer.from(
        stringify(
          rows.map((row) => cellsOf(read ? read(row) : row)),
          csvOptions,
        ),
      );
    }
  }
}
