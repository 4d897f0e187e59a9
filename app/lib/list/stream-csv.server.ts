import { type ListQuery, listSearchParams } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { config } from '../config.server';
import type { Entity } from '../entities/entity';
import { embeddedHost } from '../host/embedded-host.server';
import type { ApiResult } from '../host/envelope';
import { csvBody, logBreakOff } from './csv-body.server';

export interface CsvStream {
  /** Rows that the file will have. */
  total: number;
  body: ReadableStream<Uint8Array>;
}

/**
 * A list of the embedded host as a CSV file that is written while it is read, so that its length costs
 * no memory; undefined where the rows come from elsewhere.
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
  try {
    const { total, parts } = await records;
    const body = csvBody({ list: plural, titles, parts: inCells(parts), clientReady });
    return { ok: true, value: { total, body } };
  } catch (error) {
    logBreakOff(plural, error);
    return { ok: false, fault: { kind: 'unreachable' } };
  }

  async function* inCells(parts: AsyncIterable<Row[]>) {
    for await (const rows of parts) yield rows.map((row) => cellsOf(read ? read(row) : row));
  }
}
