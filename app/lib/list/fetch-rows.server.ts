import type { ListQuery } from 'shared/list/grammar';
import { applyListQuery, cutPage, type ListPage, orderRows, type Row } from 'shared/list/memory';
import { config } from '../config.server';
import { declaredFields, type Entity, fieldKinds } from '../entities/entity';
import { aliasFiller } from '../entities/fill-aliases';
import { namePlural } from '../entities/name-plural';
import type { ApiResult } from '../host/envelope';
import { nameMissing } from '../host/faults';
import { onceEach } from '../once-each';
import { hostList, type WholeList } from './list-cache.server';

/**
 * Returns the rows of a list. The query is sent to the host: one that supports it answers with `total`; any other sends
 * all rows, which are filtered, sorted and cut here.
 */
export async function fetchRows(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const { source } = entity.list;
  if (typeof source !== 'string') return source(query);
  const result = await hostList({
    path: source,
    query,
    declare: declare(entity),
  });
  if (!result.ok) return nameMissing(result, namePlural(entity));
  const answer = result.value;
  if (answer.kind === 'whole') return { ok: true, value: buildPage(answer.list, entity, query) };
  const { rows, total } = answer;
  // A host may send a total and still send all rows.
  const isCut = query.size === undefined || rows.length <= query.size;
  return { ok: true, value: isCut ? { rows, total } : queryRows(entity, rows, query) };
}

/** Filters, sorts and cuts rows that are all here. */
export function queryRows(list: Listed, rows: readonly Row[], query: ListQuery): ListPage {
  return applyListQuery(rows, query, inMemory(list));
}

type Listed = Pick<Entity, 'list' | 'key'>;

/** Does the same for a cached list: filtering and sorting happen once for all of its pages. */
function buildPage({ rows, orders }: WholeList, list: Listed, query: ListQuery): ListPage {
  const { filters, sort, q } = query;
  const order = JSON.stringify([filters, sort, q, q === undefined ? undefined : query.cols]);
  const ordered = orders.get(order) ?? orderRows(rows, query, inMemory(list));
  orders.set(order, ordered);
  return cutPage(ordered, query);
}

function inMemory({ list, key }: Listed) {
  return { kinds: fieldKinds(list), key, timeZone: config.STUDY_TIME_ZONE };
}

/** Reduces a row to the declared fields; everything else that a host sends, secrets too, is dropped. */
const declare = onceEach((entity: Entity): ((item: Row) => Row) => {
  const fields = declaredFields(entity);
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
