import { data } from '@remix-run/node';
import { audit } from '../core/host/audit.server';
import { findView } from '../core/list/views.server';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { isServed } from './find-group.server';
import { listSearched, searchAll, withSearchSlot } from './search-all.server';
import { MIN_PART } from './search-text';
import type { SearchView } from './search-view';
import { describeSearched } from './searched-entities';
import { SEARCH_PATH } from './start-search.server';

const EXPIRED =
  'This search has expired, or it belongs to somebody else. Type the text again in the field above.';
const BUSY = 'Your earlier searches are still running. Try again in a few seconds.';

/**
 * Loads the search page, and adds an audit entry. The entry contains the id of the view, which only its user can open,
 * instead of the text, which may identify a person. If too many searches of the user are running, the page has status
 * 429 and keeps the text in the search field.
 */
export async function loadSearch({ user }: SignedIn, request: Request) {
  const id = new URL(request.url).searchParams.get('view');
  const stored = id ? await findView(getUserKey(user), SEARCH_PATH, id) : undefined;
  const text = new URLSearchParams(stored?.query).get('q') ?? '';
  audit({
    username: user.username,
    title: 'Search',
    action: 'View',
    description: text === '' ? 'Viewed Search' : `Viewed Search ${id}`,
  });
  const searched = listSearched(user).filter(({ entity }) => isServed(entity));
  const groups = text === '' ? [] : await withSearchSlot(user, () => searchAll(user, text));
  const expired = id && text === '' ? EXPIRED : undefined;
  const view: SearchView = {
    title: 'Search',
    searchText: text,
    groups: groups ?? [],
    problem: groups ? expired : BUSY,
    isShort: text !== '' && text.length < MIN_PART,
    searched: ['Screens: name', ...searched.map(describeSearched)],
  };
  return data(view, groups ? 200 : 429);
}
