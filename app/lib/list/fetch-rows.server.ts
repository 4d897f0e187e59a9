import { allRows, type ListQuery } from 'shared/list/grammar';
import { cutPage, type ListPage, orderRows, type Row } from 'shared/list/memory';
import { resolveDays } from 'shared/list/resolve-days';
import { getToday } from 'shared/list/today';
import { memoizeByObject } from 'shared/memoize-by-object';
import { type Entity, getDeclaredFields } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { ApiResult } from '../host/api-result';
import { explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { type Listed, queryRows, toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { deriveFields, findUsedDerived, type UsedDerived } from './derive-fields.server';
import { getAliasFiller } from './fill-aliases.server';
import { getHostListPath } from './host-list-path.server';
import { derivesFields, loadHostList, type WholeList } from './list-cache.server';
import { readOtherRows } from './other-rows.server';

/**
 * Returns the rows of a list that match a query. Sends the query to the host. A host that supports queries
 * answers with `total`; any other host sends all rows, and the panel filters, sorts and pages them. Days relative to
 * today are resolved first, so that no host needs to know them. `summarized` are the fields that the caller summarizes.
 */
export async function fetchRows(
  entity: Entity,
  asked: ListQuery,
  summarized: readonly string[] = [],
): Promise<ApiResult<ListPage>> {
  // Without date filters, today is not needed. Computing it takes longer than a small query.
  const hasDays = asked.filters.some(({ kind }) => kind === 'date');
  const query = hasDays ? resolveDays(asked, getToday(config.STUDY_TIME_ZONE)) : asked;
  const path = getHostListPath(entity);
  if (path === undefined) return readOtherRows(entity, query);
  const derived = findUsedDerived(entity, query, summarized);
  if (derived && !getApiHost().conforms) return fetchDerived(entity, path, query, derived);
  return fetchStored(entity, path, query);
}

/** Returns the rows that match a query for which the panel need not compute derived fields. */
async function fetchStored(
  entity: Entity,
  path: string,
  query: ListQuery,
): Promise<ApiResult<ListPage>> {
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
 * Returns the rows that match a query with derived fields. The panel computes the fields if a host sends whole lists. If
 * a host supports queries but not these fields, filters by them are refused, and their columns are empty.
 */
async function fetchDerived(
  entity: Entity,
  path: string,
  query: ListQuery,
  derived: UsedDerived,
): Promise<ApiResult<ListPage>> {
  if (!derivesFields(path)) {
    // Finds out whether the host supports queries and has the fields, which may have changed.
    const request = { path, query: { ...allRows, size: 1 }, toRow: getRowReader(entity) };
    const result = await loadHostList(request);
    if (!result.ok) return explainMissing(result, getPluralName(entity));
    if (result.value.kind === 'whole') {
      const { list } = result.value;
      const note = await deriveFields(entity, list, derived, fetchRows);
      return { ok: true, value: { ...buildPage(list, entity, query), note } };
    }
  }
  if (derivesFields(path)) return fetchStored(entity, path, query);
  if (derived.isNeeded) {
    const message = messages.derivedNotOffered(derived.titles);
    return { ok: false, error: { kind: 'refused', message } };
  }
  const page = await fetchStored(entity, path, query);
  if (!page.ok) return page;
  return { ok: true, value: { ...page.value, note: messages.columnsNotOffered(derived.titles) } };
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
