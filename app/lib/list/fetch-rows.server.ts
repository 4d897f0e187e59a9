import type { ListQuery } from 'shared/list/grammar';
import { cutPage, type ListPage, orderRows, type Row } from 'shared/list/memory';
import { resolveDays } from 'shared/list/resolve-days';
import { getToday } from 'shared/list/today';
import { memoizeByObject } from 'shared/memoize-by-object';
import { type Entity, getDeclaredFields } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { ApiResult } from '../host/api-result';
import { explainMissing } from '../host/describe-error';
import { type Listed, queryRows, toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { getAliasFiller } from './fill-aliases.server';
import { getHostListPath } from './host-list-path.server';
import { loadHostList, type WholeList } from './list-cache.server';
import { readOtherRows } from './other-rows.server';

/**
 * Returns the rows of a list that match a query. Sends the query to the host. A host that supports queries
 * answers with `total`; any other host sends all rows, and the panel filters, sorts and pages them. Days relative to
 * today are resolved first, so that no host needs to know them.
 */
export async function fetchRows(entity: Entity, asked: ListQuery): Promise<ApiResult<ListPage>> {
  // Without date filters, today is not needed. Computing it takes longer than a small query.
  const hasDays = asked.filters.some(({ kind }) => kind === 'date');
  const query = hasDays ? resolveDays(asked, getToday(config.STUDY_TIME_ZONE)) : asked;
  const path = getHostListPath(entity);
  if (path === undefined) return readOtherRows(entity, query);
  const result = await loadHostList({ path, query, toRow: getRowReader(entity) });
  if (!result.ok) return explainMissing(result, getPluralName(entity));
  const answer = result.value;
  if (answer.kind === 'whole') return { ok: true, value: buildPage(answer.list, entity, query) };
  const { rows, total } = answer;
  // A host may send `total` together with all rows.
  const isCut = query.size === undefined || rows.length <= query.size;
  const page = isCut ? { rows, total } : queryRows(entity, rows, query);
  return { ok: true, value: { ...page, isByHost: true } };
}

/**
 * Returns the page of a cached list that a query requests. Filtering and sorting are done once for all pages.
 */
function buildPage(whole: WholeList, list: Listed, query: ListQuery): ListPage {
  const { rows, ordered, isComplete } = whole;
  const { filters, sort, q } = query;
  const order = JSON.stringify([filters, sort, q, q === undefined ? undefined : query.cols]);
  const found = ordered.get(order) ?? orderRows(rows, query, toMemoryList(list));
  ordered.set(order, found);
  return { ...cutPage(found, query), allRows: isComplete ? rows : undefined };
}

/**
 * Returns a function that reduces a row to the declared fields of an entity. All other fields that a host sends are
 * dropped, because they may contain secrets.
 */
const getRowReader = memoizeByObject((entity: Entity): ((item: Row) => Row) => {
  const fields = getDeclaredFields(entity);
  const { read = (item: Row) => item } = entity;
  const fill = getAliasFiller(entity);
  const shape: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, null]));
  return (item) => {
    const given = read(item);
    // Objects that are created with all their fields need much less memory than objects to which fields are added
    // later.
    const row = { ...shape };
    for (const field of fields) row[field] = given[field];
    fill(row, given);
    return row;
  };
});
