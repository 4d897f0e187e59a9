import pLimit from 'p-limit';
import { UserSlots } from '../core/server/user-slots';
import { checkViewRight, listPermissions } from '../core/session/permissions';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';
import { findGroup } from './find-group.server';
import { findScreens } from './find-screens';
import type { SearchGroup } from './search-view';
import { type SearchedEntity, searchedEntities } from './searched-entities';

/** The number of lists that one search reads at the same time. */
const PARALLEL = 3;
/** The number of searches of one user that may run at the same time, apart from those for suggestions. */
export const MAX_RUNNING = 8;
/** The number of searches for suggestions of one user that may run at the same time. */
const MAX_SUGGESTING = 2;
/** The number of records of a list that are suggested while a user types. */
const SUGGESTED = 3;

const searches = new UserSlots(MAX_RUNNING);
const suggestions = new UserSlots(MAX_SUGGESTING);

/**
 * Returns the groups with matches of a text: the screens, and the lists that the user may see, with up to `size`
 * records of each list.
 */
export async function searchAll(
  user: SignedInUser,
  text: string,
  size?: number,
): Promise<SearchGroup[]> {
  const slots = pLimit(PARALLEL);
  const found = await Promise.all(
    listSearched(user).map((searched) => slots(() => findGroup(user, searched, text, size))),
  );
  return [findScreens(listPermissions(user), text), ...found].filter(
    (group) => group !== undefined,
  );
}

/** Returns the entities that the user may search. */
export function listSearched(user: SignedInUser): SearchedEntity[] {
  return searchedEntities.filter(({ entity }) => checkViewRight(user, entity).ok);
}

/**
 * Returns suggestions for the search field while a user types: the groups of `searchAll`, but with fewer records, and
 * without lists that could not be searched. Returns undefined if too many searches of the user are running.
 */
export async function suggest(
  user: SignedInUser,
  text: string,
): Promise<SearchGroup[] | undefined> {
  const groups = await withSearchSlot(user, () => searchAll(user, text, SUGGESTED), suggestions);
  return groups
    ?.filter(({ error }) => error === undefined)
    .map((group) => ({ ...group, hits: group.hits.slice(0, SUGGESTED) }));
}

/**
 * Runs a search for a user. Returns undefined if too many searches of the user are running, so that one user cannot
 * occupy the host.
 */
export async function withSearchSlot<T>(
  user: SignedInUser,
  search: () => Promise<T>,
  slots = searches,
): Promise<T | undefined> {
  const release = slots.take(getUserKey(user));
  if (!release) return undefined;
  try {
    return await search();
  } finally {
    release();
  }
}
