import type { ListQuery } from 'shared/list/grammar';
import { cutPage, type ListPage, orderRows, type Row } from 'shared/list/memory';
import { memoizeByObject } from 'shared/memoize-by-object';
import { type Entity, getDeclaredFields } from '../entities/entity';
import { namePlural } from '../entities/name-plural';
import type { ApiResult } from '../host/api-result';
import { nameMissing } from '../host/describe-error';
import { type Listed, queryInMemory, queryRows } from '../rows/query-rows.server';
import { aliasFiller } from './fill-aliases.server';
import { getHostListPath } from './host-list-path.server';
import { loadHostList, type WholeList } from './list-cache.server';
import { readOtherRows } from './other-rows.server';

/**
 * Returns the rows of a list. The query is sent to the host: one that supports it answers with `total`; any other sends
 * all rows, which are filtered, sorted and cut here.
 */
export async function fetchRows(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const path = getHostListPath(entity);
  if (path === undefined) return readOtherRows(entity, query);
  const result = await loadHostList({ path, query, declare: declare(entity) });
  if (!result.ok) return nameMissing(result, namePlural(entity));
  const answer = result.value;
  if (answer.kind === 'whole') return { ok: true, value: buildPage(answer.list, entity, query) };
  const { rows, total } = answer;
  // A host may send a total and still send all rows.
  const isCut = query.size === undefined || rows.length <= query.size;
  return { ok: true, value: isCut ? { rows, total } : queryRows(entity, rows, query) };
}

/** Filters, sorts and cuts the rows of a cached list: filtering and sorting happen once for all of its pages. */
function buildPage({ rows, orders }: WholeList, list: Listed, query: ListQuery): ListPage {
  const { filters, sort, q } = query;
  const order = JSON.stringify([filters, sort, q, q === undefined ? undefined : query.cols]);
  const ordered = orders.get(order) ?? orderRows(rows, query, queryInMemory(list));
  orders.set(order, ordered);
  return cutPage(ordered, query);
}

/** Reduces a row to the declared fields; everything else that a host sends, secrets too, is dropped. */
const declare = memoizeByObject((entity: Entity): ((item: Row) => Row) => {
  const fields = getDeclaredFields(entity);
  const { read = (item: Row) => item } = entity;
  const fill = aliasFiller(entity);
  const shape: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, null]));
  return (item) => {
    const given = read(item);
    // Objects that begin with all their fields take much less memory than those that grow.
    const row = { ...shape };
    for (const field of fields) row[field] = given[field];
    fill(row, given);
    return row;
  };
});
