import { allRows as allRowsQuery, type ListQuery } from 'shared/list/grammar';
import { cutPage, type ListPage, orderRows, type Row } from 'shared/list/memory';
import { resolveDays } from 'shared/list/resolve-days';
import { getToday } from 'shared/list/today';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { Entity } from '../entities/entity';
import { getDeclaredFields } from '../entities/list-fields';
import { getPluralName } from '../entities/name-plural';
import type { ApiResult } from '../host/api-result';
import { explainMissing } from '../host/describe-error';
import { messages } from '../host/messages';
import { type Listed, queryRows, toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { deriveFields, findUsedDerived } from './derive-fields.server';
import { getFieldFiller } from './fill-fields.server';
import { getHostListPath } from './host-list-path.server';
import { isLeavingOut, leaveOutWithdrawn } from './leave-out-withdrawn.server';
import type { WholeList } from './list-cache.server';
import { loadHostList } from './load-host-list.server';
import { readOtherRows } from './other-rows.server';

/** The key under which a list keeps its rows without those of withdrawn participants. */
const KEPT = 'kept';

/**
 * Returns the rows of a list that match a query. A host that answers queries sends the page. Any other host sends all
 * rows, and the panel computes their derived fields, leaves out the records of withdrawn participants unless the query
 * asks for them, and filters, sorts and pages the rest. Lists that do not come from the API host are read by
 * `readOtherRows`. Days relative to today are resolved first, so that no host has to do it. `summarized` are the fields
 * that the caller summarizes.
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
  const result = await loadHostList({ path, query, toRow: getRowReader(entity) });
  if (!result.ok) return explainMissing(result, getPluralName(entity));
  const answer = result.value;
  if (answer.kind === 'whole') return queryWhole(entity, answer.list, query, summarized);
  const { rows, total } = answer;
  // A host may send `total` together with all rows.
  const isCut = query.size === undefined || rows.length <= query.size;
  const page = isCut ? { rows, total } : queryRows(entity, rows, query);
  return { ok: true, value: { ...page, isByHost: true } };
}

/** Runs a query on a whole list, whose derived fields are computed first if the query or the summary uses them. */
async function queryWhole(
  entity: Entity,
  list: WholeList,
  asked: ListQuery,
  summarized: readonly string[],
): Promise<ApiResult<ListPage>> {
  const query = await leaveOutWithdrawn(entity, asked);
  const derived = findUsedDerived(entity, query, summarized);
  const unknown = await deriveFields(entity, list, derived, fetchWhole);
  // Without the list of participants, follow-ups of withdrawn participants would be shown.
  const isFiltered = query.filters.some(({ field }) => field === WITHDRAWN_ON);
  if (isFiltered && unknown?.fields.includes(WITHDRAWN_ON)) {
    if (query === asked) return { ok: false, error: { kind: 'refused', message: unknown.note } };
    // The note would name a field that the user has not asked for.
    const message = messages.withdrawnUnknown;
    return { ok: false, error: { kind: 'refused', message, hasWithdrawn: true } };
  }
  return { ok: true, value: { ...buildPage(list, entity, query), note: unknown?.note } };
}

/** Returns all rows of an entity's list. Returns undefined if the host does not send them. */
async function fetchWhole(entity: Entity): Promise<readonly Row[] | undefined> {
  const path = getHostListPath(entity);
  if (path === undefined) return undefined;
  const query = { ...allRowsQuery, size: 1 };
  const answer = await loadHostList({ path, query, toRow: getRowReader(entity) });
  return answer.ok && answer.value.kind === 'whole' ? answer.value.list.rows : undefined;
}

/** Returns the page of a whole list that a query requests. Pages of the same query share one filtering and sorting. */
function buildPage(list: WholeList, entity: Listed, query: ListQuery): ListPage {
  const { rows, ordered } = list;
  const { filters, sort, q } = query;
  const order = JSON.stringify([filters, sort, q, q === undefined ? undefined : query.cols]);
  const found = ordered.get(order) ?? orderRows(rows, query, toMemoryList(entity));
  ordered.set(order, found);
  return { ...cutPage(found, query), allRows: getKept(list, entity, query) };
}

/** Returns all rows of a list without those of withdrawn participants, if the query leaves them out. */
function getKept({ rows, ordered }: WholeList, entity: Listed, query: ListQuery): readonly Row[] {
  const filters = query.filters.filter(isLeavingOut);
  if (filters.length === 0) return rows;
  const list = toMemoryList(entity);
  const kept = ordered.get(KEPT) ?? orderRows(rows, { ...allRowsQuery, filters }, list);
  ordered.set(KEPT, kept);
  return kept;
}

/**
 * Returns a function that reduces a row to the declared fields of an entity. All other fields that a host sends are
 * dropped, because they may contain secrets.
 */
const getRowReader = memoizeByObject((entity: Entity): ((item: Row) => Row) => {
  const fields = getDeclaredFields(entity);
  const { read = (item: Row) => item } = entity;
  const fill = getFieldFiller(entity);
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
