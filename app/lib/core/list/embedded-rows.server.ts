import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { StreamOptions } from 'shared/list/stream-options';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { logBreakOff } from './csv-body.server';
import { getHostListPath } from './host-list-path.server';

/** All rows of a list, read in parts. */
export interface RowParts {
  total: number;
  parts: AsyncIterable<Row[]>;
}

/**
 * Opens all rows of a list of the embedded host, which are read while they are used. Returns undefined if the rows do
 * not come from the embedded host.
 */
export async function openEmbeddedRows(
  entity: Entity,
  query: ListQuery,
  options?: StreamOptions,
): Promise<ApiResult<RowParts> | undefined> {
  const { read, title } = entity;
  const path = getHostListPath(entity);
  if (path === undefined) return undefined;
  try {
    const found = await getApiHost().stream(path, query, options);
    if (!found) return undefined;
    const { total, parts } = found;
    return { ok: true, value: { total, parts: read ? readRows(parts, read) : parts } };
  } catch (error) {
    logBreakOff(title, error);
    return { ok: false, error: { kind: 'unreachable' } };
  }
}

async function* readRows(parts: AsyncIterable<Row[]>, read: (row: Row) => Row) {
  for await (const part of parts) yield part.map(read);
}
