import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { logBreakOff, makeCsvBody } from './csv-body.server';
import { getHostListPath } from './host-list-path.server';

export interface CsvStream {
  /** The number of rows in the file. */
  total: number;
  body: ReadableStream<Uint8Array>;
}

/**
 * Returns a list of the embedded host as a CSV file that is written while the rows are read, so that memory use
 * does not depend on the list's length. Calls `noteRows` with each part before it is sent. Returns undefined if the
 * rows do not come from the embedded host.
 */
export async function streamCsv(
  entity: Entity,
  query: ListQuery,
  titles: readonly string[],
  format: (row: Row) => string[],
  applyBackpressure: () => Promise<void>,
  noteRows: (rows: readonly Row[]) => Promise<void>,
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
    for await (const part of parts) {
      const rows = read ? part.map(read) : part;
      await noteRows(rows);
      yield rows.map(format);
    }
  }
}
