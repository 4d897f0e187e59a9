import { redirect } from '@remix-run/node';
import type { EntityList } from '../entities/entity';
import { buildHiddenSearch, hasHiddenParameters } from '../entities/hidden-filters';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import {
  buildListHref,
  buildTidyHref,
  type ListState,
  listIgnored,
  readListState,
} from './list-state';
import { findView, storeView } from './views.server';

type Reader = Pick<SignedIn, 'user'>;

/**
 * Reads the state of a list from the query of its address. If the address names a view, adds the filters of the view.
 * A parameter of the address replaces the parameter of the same name in the view. An empty parameter removes it.
 */
export async function readList(
  { user }: Reader,
  list: EntityList,
  params: URLSearchParams,
): Promise<ListState> {
  const id = params.get('view');
  if (!id) return readListState(list, params);
  const filters = await findView(getUserKey(user), list.path, id);
  if (filters === undefined) {
    const state = readListState(list, params);
    return { ...state, view: undefined, dropped: ['view', ...state.dropped] };
  }
  const merged = new URLSearchParams(params);
  for (const [name, value] of new URLSearchParams(filters))
    if (!params.has(name)) merged.append(name, value);
  return readListState(list, merged);
}

/**
 * Returns the address of a list in this state. Stores the filters that must not stand in an address as a view. Names
 * the parameters that were not understood, so that the list shows a message about them. Throws a 503 response if the
 * view cannot be stored.
 */
export async function buildListAddress({ user }: Reader, state: ListState): Promise<string> {
  const { list, query, open } = state;
  const hidden = buildHiddenSearch(list, query).toString();
  const view = hidden
    ? await mustStore(() => storeView(getUserKey(user), list.path, hidden))
    : undefined;
  const href = buildListHref({ ...state, view }, { page: query.page, open });
  const ignored = listIgnored(state).join(',');
  return addToQuery(href, ignored && `ignored=${ignored}`);
}

function addToQuery(href: string, parameters: string): string {
  return parameters ? `${href}${href.includes('?') ? '&' : '?'}${parameters}` : href;
}

/**
 * Reads the state of a list like `readList`. Throws a redirect to the canonical address if the current one differs, and
 * always if it contains filters that must not stand in an address, as old bookmarks do.
 */
export async function openList(
  signedIn: Reader,
  list: EntityList,
  request: Request,
): Promise<ListState> {
  const { searchParams } = new URL(request.url);
  const state = await readList(signedIn, list, searchParams);
  const isExposed = hasHiddenParameters(list, searchParams);
  // An empty parameter removes a filter from the view.
  const isChanged = state.view !== undefined && [...searchParams.values()].includes('');
  if (isExposed || isChanged) {
    const href = await buildListAddress(signedIn, state);
    // The list also shows a message about parameters that no list has. They do not filter by any column.
    const ignored = listIgnored(state);
    const others = [...searchParams].filter(
      ([name]) => state.dropped.includes(name) && !ignored.includes(name),
    );
    throw redirect(addToQuery(href, new URLSearchParams(others).toString()));
  }
  const tidy = buildTidyHref(state, searchParams);
  if (tidy) throw redirect(tidy);
  return state;
}
