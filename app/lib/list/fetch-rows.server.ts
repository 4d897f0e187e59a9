import { apiGet } from '../api/client.server';
import type { ApiResult } from '../api/envelope';
import { config } from '../config.server';
import { type Entity, fieldKinds } from '../entities/entity';
import { type ListQuery, listSearchParams } from './grammar';
import { applyListQuery, type ListPage } from './memory';

/**
 * The rows of a list. The query goes on to the host: one that understands it answers with `total`
 * and has done the work; from any other everything comes, and the same work is done here.
 */
export async function fetchRows(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const result = await apiGet(entity.list.source, listSearchParams(query));
  if (!result.ok) return result;
  const { total } = result.value;
  const { read } = entity;
  const items = read ? result.value.items.map(read) : result.value.items;
  if (total !== undefined) return { ok: true, value: { rows: items, total } };
  return {
    ok: true,
    value: applyListQuery(items, query, {
      kinds: fieldKinds(entity.list),
      key: entity.key,
      timeZone: config.STUDY_TIME_ZONE,
    }),
  };
}
