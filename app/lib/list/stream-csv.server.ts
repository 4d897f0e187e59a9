import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/envelope';
import { apiHost } from '../host/host.server';
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
  if (typeof source !== 'string') return undefined;
  const records = apiHost().embedded?.stream(source, query);
  if (!records) return undefined;
  try {
    const found = await records;
    if (!found) return undefined;
    const { total, parts } = found;
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
