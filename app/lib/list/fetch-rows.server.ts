import { apiGet } from '../api/client.server';
import type { ApiResult } from '../api/envelope';
import { config } from '../config.server';
import { type Entity, fieldKinds } from '../entities/entity';
import { type ListQuery, listSearchParams } from './grammar';
import { applyListQuery, type ListPage, type Row } from './memory';

/**
 * The rows of a list. The query goes on to the host: one that understands it answers with `total`
 * and has done the work; from any other everything comes, and the same work is done here.
 */
export async function fetchRows(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const { source } = entity.list;
  if (typeof source !== 'string') return source(query);
  const result = await apiGet(source, listSearchParams(query));
  if (!result.ok) return result;
  const { total } = result.value;
  const { read } = entity;
  const items = read ? result.value.items.map(read) : result.value.items;
  // A host may tell a total and still send everything.
  const isCut = query.size === undefined || items.length <= query.size;
  if (total !== undefined && isCut) return { ok: true, value: { rows: items, total } };
  return { ok: true, value: queryRows(entity, items, query) };
}

/** Filters, sorts and cuts rows that are all here. */
export function queryRows(
  { list, key }: Pick<Entity, 'list' | 'key'>,
  rows: readonly Row[],
  query: ListQuery,
): ListPage {
  return applyListQuery(rows, query, {
    kinds: fieldKinds(list),
    key,
    timeZone: config.STUDY_TIME_ZONE,
  });
}
