import type { ListPage } from 'shared/list/memory';
import { getListKind, noteParent, noteRecords } from '../access/note-access.server';
import { findAccounts, type ShownValue } from '../access/shown-accounts';
import { findShown } from '../access/shown-records';
import { findBulkActions, getBulkPath } from '../entities/bulk';
import type { Column } from '../entities/column';
import { getBinPath } from '../entities/deleted-record';
import { describeList, type Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { checkChangeRight, mayRestore, mayWrite } from '../session/permissions';
import { buildListView } from './build-list-view.server';
import type { BulkOffer } from './bulk-offer';
import { fetchRows } from './fetch-rows.server';
import { findFieldValues } from './field-values.server';
import type { ListState } from './list-state';
import type { ListView } from './list-view';
import { loadSummary } from './load-summary.server';
import { markRuns } from './mark-runs.server';
import { dropMaskedValues } from './mask-filter.server';
import { openList } from './open-list.server';
import { loadViewTabs } from './view-tabs.server';
import { describeLeftOut, offerWithdrawn } from './withdrawn.server';

/**
 * Loads a list's page for a signed-in user: reads the address, adds an audit entry, fetches the rows and builds
 * the view. If the address summarizes the list, its page has the summary instead. `findRight` returns the
 * result of `identifyAuthor` for the party of a conversation whose messages are on the right. Throws the redirects of `openList`.
 */
export async function loadList(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  findRight?: () => Promise<string | undefined>,
): Promise<ListView> {
  const { user } = signedIn;
  const state = await openList(signedIn, entity.list, request);
  const tabs = await loadViewTabs(signedIn, state);
  if (state.summary) {
    const view = await loadSummary(signedIn, entity, state, state.summary);
    return {
      ...view,
      tabs,
      withdrawn: view.error ? view.withdrawn : await describeLeftOut(entity, state),
    };
  }
  const entry = {
    username: user.username,
    title: entity.title,
    action: 'View',
    description: `Viewed ${describeList(entity)}`,
  } as const;
  audit(entry);
  noteParent(user, entity);
  const result = await fetchPage(entity, state);
  if (!result.ok) {
    recordFailedCall(entry, result.error);
    const error = describeLoadError(result.error, entity.title);
    const view = buildListView(entity, state, { rows: [], total: 0 }, { error });
    const withdrawn = offerWithdrawn(result.error, state);
    return { ...view, tabs, withdrawn, isMissing: result.error.kind === 'missing' };
  }
  const mayChange = checkChangeRight(user, entity).ok;
  const { page } = result.value;
  const shown = restrictEntity(entity, mayChange);
  const found = await findFieldValues(entity, getOfferedFields(entity, state), page, true);
  const values = dropMaskedValues(entity.list.columns, found);
  const view = buildListView(shown, result.value.state, page, { values });
  const kind = getListKind(entity, state.query);
  noteRecords(user, kind, entity.name, [
    ...findShown(entity, page.rows, getSentFields(entity, result.value.state)),
    ...findAccounts(entity, listOfferedValues(view)),
  ]);
  return {
    ...view,
    tabs,
    rows: entity.holdsMessages ? markRuns(view.rows, page.rows, await findRight?.()) : view.rows,
    withdrawn: await describeLeftOut(entity, state),
    bulk: mayChange && mayWrite(user) ? buildBulkOffer(shown, page.total) : undefined,
    binHref: shown.deletable && mayRestore(user) ? getBinPath(shown) : undefined,
  };
}

/** Returns the shown text columns whose values their filters offer. */
function getOfferedFields({ list }: Entity, { query }: ListState): string[] {
  return list.columns
    .filter(({ field, offersValues }) => offersValues && query.cols.includes(field))
    .map(({ field }) => field);
}

/** Returns the values that the filters in the headings offer. */
function listOfferedValues({ columns }: Pick<ListView, 'columns'>): ShownValue[] {
  return columns.flatMap(({ field, filter }) =>
    filter.kind === 'choice' ? filter.options.map((value) => ({ field, value })) : [],
  );
}

/** Returns the columns whose values a list's page contains: the shown columns, the key and the label. */
function getSentFields({ key, label, list }: Entity, { query }: ListState): Column[] {
  const sent = new Set([...query.cols, key, label]);
  return list.columns.filter(({ field }) => sent.has(field));
}

/**
 * Returns the entity as the list shows it to this user. If the user may not change its records, the list offers neither
 * adding nor deleting.
 */
function restrictEntity(entity: Entity, mayChange: boolean): Entity {
  if (mayChange || !entity.form) return entity;
  return { ...entity, deletable: false, form: { ...entity.form, changeOnly: true } };
}

/**
 * Fetches the page of the list that the address requests. If that page is beyond the end, fetches the last one
 * instead. Does not redirect, because a redirect takes another round trip and would discard the toast, which only
 * the next page shows.
 */
export async function fetchPage(
  entity: Entity,
  state: ListState,
): Promise<ApiResult<{ state: ListState; page: ListPage }>> {
  const result = await fetchRows(entity, state.query);
  if (!result.ok) return result;
  const lastPage = Math.max(1, Math.ceil(result.value.total / state.query.size));
  if (state.query.page > lastPage) {
    return fetchPage(entity, { ...state, query: { ...state.query, page: lastPage } });
  }
  return { ok: true, value: { state, page: result.value } };
}

/** Returns the actions for several rows that a list offers, or undefined if it offers none. */
function buildBulkOffer(entity: Entity, total: number): BulkOffer | undefined {
  const actions = findBulkActions(entity);
  if (!actions || total === 0) return undefined;
  return {
    action: getBulkPath(entity),
    canDelete: actions.canDelete,
    statuses: (actions.status?.options ?? []).map(({ value, label }) => ({ value, label })),
    maxRows: config.BULK_MAX_ROWS,
  };
}
