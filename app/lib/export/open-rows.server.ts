import type { ListQuery } from 'shared/list/grammar';
import { orderRows, type Row } from 'shared/list/memory';
import type { StreamOptions } from 'shared/list/stream-options';
import { toText } from 'shared/list/values';
import type { Entity } from '../core/entities/entity';
import type { ApiResult } from '../core/host/api-result';
import { openEmbeddedRows, type RowParts } from '../core/list/embedded-rows.server';
import { fetchRows } from '../core/list/fetch-rows.server';
import { toMemoryList } from '../core/rows/query-rows.server';
import type { Pseudonyms } from './pseudonyms/pseudonyms';

/** The number of rows in a part. Other requests run between two parts. */
const PART = 100;

/** The differences between the rows of a pseudonymised file and those of the list. */
interface HiddenOrder {
  /** The fields that the rows contain besides the columns of the query. */
  also: readonly string[];
  /** Puts the rows into an order that says nothing about them. */
  pseudonyms: Pseudonyms;
}

/**
 * Opens all rows of a list that match a query, in the order of the list or in a hidden order. Rows of the embedded
 * host are read while they are used.
 */
export async function openRows(
  entity: Entity,
  query: ListQuery,
  hidden?: HiddenOrder,
): Promise<ApiResult<RowParts>> {
  const opened = await openEmbeddedRows(entity, query, hidden && toStreamOptions(entity, hidden));
  if (opened && !opened.ok) return opened;
  if (opened) {
    const { total, parts } = opened.value;
    return { ok: true, value: { total, parts: splitParts(parts) } };
  }
  const found = hidden ? await fetchHidden(entity, query, hidden) : await fetchRows(entity, query);
  if (!found.ok) return found;
  const { rows } = found.value;
  return { ok: true, value: { total: rows.length, parts: splitParts([rows]) } };
}

function toStreamOptions({ name }: Entity, { also, pseudonyms }: HiddenOrder): StreamOptions {
  return { also, arrange: (ids) => pseudonyms.arrange(name, ids, String) };
}

/** Returns the rows of a list that does not come from the embedded host, with further fields, in a hidden order. */
async function fetchHidden(
  entity: Entity,
  query: ListQuery,
  { also, pseudonyms }: HiddenOrder,
): Promise<ApiResult<{ rows: Row[] }>> {
  // A search looks into the requested columns. So it is done here, without the further ones.
  const { q, cols = [] } = query;
  const found = await fetchRows(entity, { ...query, q: undefined, cols: [...cols, ...also] });
  if (!found.ok) return found;
  const { rows } = found.value;
  const matching =
    q === undefined
      ? rows
      : orderRows(rows, { ...query, filters: [], sort: undefined }, toMemoryList(entity));
  const getName = (row: Row) => toText(row[entity.key]) || JSON.stringify(row);
  return { ok: true, value: { rows: await pseudonyms.arrange(entity.name, matching, getName) } };
}

async function* splitParts(parts: AsyncIterable<Row[]> | Iterable<Row[]>) {
  for await (const rows of parts)
    for (let start = 0; start < rows.length; start += PART) yield rows.slice(start, start + PART);
}
