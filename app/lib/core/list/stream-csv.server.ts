import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { makeCsvBody } from './csv-body.server';
import { openEmbeddedRows } from './embedded-rows.server';

interface CsvStream {
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
  const opened = await openEmbeddedRows(entity, query);
  if (!opened?.ok) return opened;
  const { total, parts } = opened.value;
  const list = entity.title;
  const body = makeCsvBody({ list, titles, parts: writeCells(parts), applyBackpressure });
  return { ok: true, value: { total, body } };

  async function* writeCells(parts: AsyncIterable<Row[]>) {
    for await (const rows of parts) {
      await noteRows(rows);
      yield rows.map(format);
    }
  }
}
