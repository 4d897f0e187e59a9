import { redirect } from '@remix-run/node';
import { FRAMEWORK_PARAMETERS } from 'shared/list/grammar';
import { unsealFilters } from '../addresses/sealed-filters.server';
import type { EntityList } from '../entities/entity';
import { buildHiddenSearch, hasHiddenParameters } from '../entities/hidden-filters';
import { getShippedViews } from '../entities/shipped-views';
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
import { ALL_ROWS } from './list-view';
import { listHidden } from './stored-query';
import { readViewChoices } from './view-choices.server';
import { type FoundView, findView, storeView } from './views.server';

type Reader = Pick<SignedIn, 'user'>;

/**
 * Reads the state of a list from the query of its address. If the address names a view, adds the filters of the view
 * or, if the view has a name, its whole state. A parameter of the address replaces the parameter of the same name in
 * the view. An empty parameter removes it.
 */
export async function readList(
  { user }: Reader,
  list: EntityList,
  given: URLSearchParams,
): Promise<ListState> {
  const params = unsealFilters(list, given);
  const owner = getUserKey(user);
  const hasDefault = (await findDefaultHref(owner, list.path)) !== undefined;
  const id = params.get('view');
  if (!id || id === ALL_ROWS) return { ...readListState(list, params), hasDefault };
  const found = findShipped(list, id) ?? (await findView(owner, list.path, id));
  if (!found) {
    const state = readListState(list, params);
    return { ...state, hasDefault, view: undefined, dropped: ['view', ...state.dropped] };
  }
  // A field may have become identifying after the view was saved.
  const left = new Set(found.isShared ? listHidden(list, found.query) : []);
  const merged = new URLSearchParams(params);
  for (const [name, value] of new URLSearchParams(found.query))
    if (!params.has(name) && !left.has(name)) merged.append(name, value);
  const read = readListState(list, merged);
  const state = { ...read, hasDefault, dropped: [...left, ...read.dropped] };
  return found.isNamed ? { ...state, view: undefined, named: found.query } : state;
}

/** Returns the view of this name that comes with the panel, like a view for everybody. */
function findShipped({ path }: EntityList, name: string): FoundView | undefined {
  const view = getShippedViews(path).find((shipped) => shipped.name === name);
  return view && { query: view.query, isNamed: true, isShared: true };
}

async function findDefaultHref(owner: string, path: string): Promise<string | undefined> {
  const choices = await readViewChoices(owner);
  return choices.find(({ kind, list }) => kind === 'default' && list === path)?.href;
}

/**
 * Stores the filters that must not stand in an address as a view, and returns its id. Returns undefined if there are
 * none. Throws a 503 response if the view cannot be stored.
 */
async function storeHidden(
  { user }: Reader,
  { list, query }: ListState,
): Promise<string | undefined> {
  const hidden = buildHiddenSearch(list, query).toString();
  return hidden ? mustStore(() => storeView(getUserKey(user), list.path, hidden)) : undefined;
}

/**
 * Returns the address of a list in this state. A stored view holds the filters that must not stand in an address. Names
 * the parameters that were not understood, so that the list shows a message about them.
 */
export async function buildListAddress(reader: Reader, state: ListState): Promise<string> {
  const { query, open } = state;
  const view = await storeHidden(reader, state);
  const href = buildListHref({ ...state, view }, { page: query.page, open });
  const ignored = listIgnored(state).join(',');
  return addToQuery(href, ignored && `ignored=${ignored}`);
}

function addToQuery(href: string, parameters: string): string {
  return parameters ? `${href}${href.includes('?') ? '&' : '?'}${parameters}` : href;
}

/**
 * Reads the state of a list like `readList`, and the state of the user's default view if the address has no query.
 * Throws a redirect to the canonical address if the current one differs, and always if it contains filters that must
 * not stand in an address, as old bookmarks do. The address of a view with a name stays, because a redirect would
 * discard the message that the page shows. The links of the page lead to addresses of the state, without the view.
 */
export async function openList(
  signedIn: Reader,
  list: EntityList,
  request: Request,
): Promise<ListState> {
  const { searchParams } = new URL(request.url);
  const isPlain = [...searchParams.keys()].every((name) => FRAMEWORK_PARAMETERS.has(name));
  const href = isPlain && (await findDefaultHref(getUserKey(signedIn.user), list.path));
  const state = await readList(
    signedIn,
    list,
    href ? new URLSearchParams(href.slice(list.path.length)) : searchParams,
  );
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
  if (href || state.named !== undefined)
    return { ...state, view: await storeHidden(signedIn, state) };
  const tidy = buildTidyHref(state, searchParams);
  if (tidy) throw redirect(tidy);
  return state;
}
