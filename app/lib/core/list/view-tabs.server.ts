import { getShippedViews } from '../entities/shipped-views';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import { buildListSearch, type ListState } from './list-state';
import { ALL_ROWS, type ViewTabs } from './list-view';
import { listNamedViews } from './named-views.server';
import { buildStoredQuery, isSameState } from './stored-query';
import { buildViewHref, readViewChoices } from './view-choices.server';

/** The maximum number of links above a list, which include the link to all rows. */
const MAX_TABS = 8;

/**
 * Returns the links to the views of a list: the user's default view, their other views, those for everybody, and those
 * that come with the panel. Returns undefined if the list has no views.
 */
export async function loadViewTabs(
  { user }: Pick<SignedIn, 'user'>,
  state: ListState,
): Promise<ViewTabs | undefined> {
  const { path } = state.list;
  const owner = getUserKey(user);
  const saved = await listNamedViews(owner, path);
  const views = [
    ...saved.map(({ id, name, query }) => ({ id, title: name, query })),
    ...getShippedViews(path).map(({ name, title, query }) => ({ id: name, title, query })),
  ];
  if (views.length === 0) return undefined;
  const choices = await readViewChoices(owner);
  const isDefault = ({ id }: { id: string }) =>
    choices.some(({ kind, view }) => kind === 'default' && view === id);
  const ordered = [...views.filter(isDefault), ...views.filter((view) => !isDefault(view))];
  const all = {
    title: 'All',
    href: state.hasDefault ? `${path}?view=${ALL_ROWS}` : path,
    ...(buildStoredQuery(state) === '' ? { isCurrent: true as const } : {}),
  };
  const links = ordered.slice(0, MAX_TABS - 1).map(({ id, title, query }) => ({
    title,
    href: buildViewHref(path, id),
    ...(isSameState(state, query) ? { isCurrent: true as const } : {}),
  }));
  const search = buildListSearch(state);
  return {
    links: [all, ...links],
    ...(views.length > links.length && { moreHref: `/views${path}${search && `?${search}`}` }),
  };
}
