import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { logBreakOff, makeCsvBody } from './csv-body.server';
import { getHostListPath } from './host-list-path.server';

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
  entity: Entity,
  query: ListQuery,
  titles: readonly string[],
  cellsOf: (row: Row) => string[],
  applyBackpressure: () => Promise<void>,
): Promise<ApiResult<CsvStream> | undefined> {
  const { read, title } = entity;
  const path = getHostListPath(entity);
  if (path === undefined) return undefined;
  const records = getApiHost().embedded?.stream(path, query);
  if (!records) return undefined;
  try {
    const found = await records;
    if (!found) return undefined;
    const { total, parts } = found;
    const body = makeCsvBody({ list: title, titles, parts: writeCells(parts), applyBackpressure });
    return { ok: true, value: { total, body } };
  } catch (error) {
    logBreakOff(title, error);
    return { ok: false, error: { kind: 'unreachable' } };
  }

  async function* writeCells(parts: AsyncIterable<Row[]>) {
    for await (const rows of parts) yield rows.map((row) => cellsOf(read ? read(row) : row));
  }
}
