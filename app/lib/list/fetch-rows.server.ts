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
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { type Listed, queryRows, toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { deriveFields, findUsedDerived, type UsedDerived } from './derive-fields.server';
import { getFieldFiller } from './fill-fields.server';
import { getHostListPath } from './host-list-path.server';
import { isLeavingOut, leaveOutWithdrawn } from './leave-out-withdrawn.server';
import { derivesFields } from './list-abilities.server';
import type { WholeList } from './list-cache.server';
import { loadAllRows } from './load-all-rows.server';
import { type HostAnswer, loadHostList } from './load-host-list.server';
import { readOtherRows } from './other-rows.server';
import { makeTooLongError } from './take-rows.server';

/** The key under which a list keeps its rows without those of withdrawn participants. */
const KEPT = 'kept';

/**
 * Returns the rows of a list that match a query. Sends the query to the host. A host that supports queries
 * answers with `total`; any other host sends all rows, and the panel filters, sorts and pages them. Lists that do not
 * come from the API host are read by `readOtherRows`. Days relative to today are resolved first, so that no host has to
 * do it. If the host does not know withdrawals, leaves out the records of withdrawn participants unless the query asks
 * for them (leave-out-withdrawn.server.ts). `summarized` are the fields that the caller summarizes.
 */
export async function fetchRows(
  entity: Entity,
  asked: ListQuery,
  summarized: readonly string[] = [],
): Promise<ApiResult<ListPage>> {
  // Without date filters, today is not needed. Computing it takes longer than a small query.
  const hasDays = asked.filters.some(({ kind }) => kind === 'date');
  const resolved = hasDays ? resolveDays(asked, getToday(config.STUDY_TIME_ZONE)) : asked;
  const path = getHostListPath(entity);
  if (path === undefined) return readOtherRows(entity, resolved);
  const query = await leaveOutWithdrawn(entity, path, resolved);
  const derived = findUsedDerived(entity, query, summarized);
  if (!derived || getApiHost().conforms) return fetchStored(entity, path, query);
  const refuse = query === resolved ? refuseUnderived : refuseWithWithdrawn;
  return fetchDerived(entity, path, query, derived, refuse);
}

/** Returns the error for a list that the panel does not show, because it cannot compute derived fields. */
function refuseUnderived(message: string): ApiResult<never> {
  return { ok: false, error: { kind: 'refused', message } };
}

/**
 * Returns the error for a list from which the panel cannot leave out withdrawn participants. The message about derived
 * fields would name one that the user has not asked for.
 */
function refuseWithWithdrawn(): ApiResult<never> {
  const message = messages.withdrawnUnknown;
  return { ok: false, error: { kind: 'refused', message, hasWithdrawn: true } };
}

/** Returns the rows that match a query, without computing derived fields. */
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
 * Returns the rows that match a query with derived fields, which the panel computes from the whole list if the host
 * does not have them. If the list is too long for that, filters, orders and summaries by them are refused, with the
 * result of `refuse`. If they are only shown, their columns are empty, with a note.
 */
async function fetchDerived(
  entity: Entity,
  path: string,
  query: ListQuery,
  derived: UsedDerived,
  refuse: (message: string) => ApiResult<never>,
): Promise<ApiResult<ListPage>> {
  if (derivesFields(path)) return fetchStored(entity, path, query);
  const first = await askForOneRow(entity, path);
  if (!first.ok) return first;
  // The answer has updated what is known about the host.
  if (derivesFields(path)) return fetchStored(entity, path, query);
  const whole = await loadWhole(entity, path, first.value);
  if (whole.ok) {
    const unknown = await deriveFields(entity, whole.value, derived, fetchOther);
    // Without the list of participants, follow-ups of withdrawn participants would be shown.
    const isFiltered = query.filters.some(({ field }) => field === WITHDRAWN_ON);
    if (isFiltered && unknown?.fields.includes(WITHDRAWN_ON)) return refuse(unknown.note);
    const page = buildPage(whole.value, entity, query);
    return { ok: true, value: { ...page, note: unknown?.note } };
  }
  if (whole.error.kind !== 'too long' || !whole.error.limit) return whole;
  const note = messages.derivedTooLong(derived.titles, whole.error.limit);
  if (derived.isNeeded) return refuse(`${note} ${messages.removeDerived}`);
  const page = await fetchStored(entity, path, query);
  return page.ok ? { ok: true, value: { ...page.value, note } } : page;
}

/** Asks for one row, which tells whether the host supports queries, and how many rows there are. */
async function askForOneRow(entity: Entity, path: string): Promise<ApiResult<HostAnswer>> {
  const toRow = getRowReader(entity);
  const answer = await loadHostList({ path, query: { ...allRowsQuery, size: 1 }, toRow });
  return explainMissing(answer, getPluralName(entity));
}

/** Returns all rows of a list. `first` is the answer to the request for one row. */
async function loadWhole(
  entity: Entity,
  path: string,
  first: HostAnswer,
): Promise<ApiResult<WholeList>> {
  if (first.kind === 'whole') return { ok: true, value: first.list };
  if (first.total > config.LIST_MAX_ROWS) return makeTooLongError(true);
  return loadAllRows(path, getRowReader(entity));
}

/**
 * Returns all rows of an entity's list, from which derived fields of another list are computed. Returns undefined if it
 * cannot be loaded.
 */
async function fetchOther(entity: Entity): Promise<readonly Row[] | undefined> {
  const path = getHostListPath(entity);
  if (path === undefined) return undefined;
  const first = await askForOneRow(entity, path);
  const whole = first.ok ? await loadWhole(entity, path, first.value) : first;
  return whole.ok ? whole.value.rows : undefined;
}

/** Returns the page of a whole list that a query requests. Pages of the same query share one filtering and sorting. */
function buildPage(list: WholeList, entity: Listed, query: ListQuery): ListPage {
  const { rows, ordered, isComplete } = list;
  const { filters, sort, q } = query;
  const order = JSON.stringify([filters, sort, q, q === undefined ? undefined : query.cols]);
  const found = ordered.get(order) ?? orderRows(rows, query, toMemoryList(entity));
  ordered.set(order, found);
  const allRows = isComplete ? getKept(list, entity, query) : undefined;
  return { ...cutPage(found, query), allRows };
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
