import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { openEmbeddedRows, type RowParts } from '../list/embedded-rows.server';
import { fetchRows } from '../list/fetch-rows.server';

/** The number of rows in a part. Other requests run between two parts. */
const PART = 100;

/** Opens all rows of a list that match a query. Rows of the embedded host are read while they are used. */
export async function openRows(entity: Entity, query: ListQuery): Promise<ApiResult<RowParts>> {
  const opened = await openEmbeddedRows(entity, query);
  if (opened && !opened.ok) return opened;
  if (opened) {
    const { total, parts } = opened.value;
    return { ok: true, value: { total, parts: splitParts(parts) } };
  }
  const found = await fetchRows(entity, query);
  if (!found.ok) return found;
  const { rows } = found.value;
  return { ok: true, value: { total: rows.length, parts: splitParts([rows]) } };
}

async function* splitParts(parts: AsyncIterable<Row[]> | Iterable<Row[]>) {
  for await (const rows of parts)
    for (let start = 0; start < rows.length; start += PART) yield rows.slice(start, start + PART);
}
