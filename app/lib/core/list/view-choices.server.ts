import { findMenuGroup } from '../../menu';
import { getShippedViews } from '../entities/shipped-views';
import { cachePerRequest } from '../server/request-scope.server';
import { getStore } from '../server/store.server';
import { readViewName } from './named-views.server';

/** The maximum number of views that a user can pin to the menu. */
export const MAX_PINNED = 10;

export interface ViewChoice {
  kind: 'default' | 'pinned';
  /** The id of a saved view, or the name of a shipped one. */
  view: string;
  list: string;
  title: string;
  href: string;
}

/** A link in the menu to a view, below the entry of its list. */
export interface PinnedView {
  list: string;
  title: string;
  href: string;
}

/** Returns whether the views of a list can be pinned, opened by default and shared: those of the menu's lists can. */
export function isMenuList(list: string): boolean {
  return findMenuGroup(list) !== undefined;
}

/** Returns the views that a user opens by default or has pinned. All loaders of a page share one read. */
export function readViewChoices(owner: string): Promise<ViewChoice[]> {
  return cachePerRequest('view choices', () => loadViewChoices(owner));
}

async function loadViewChoices(owner: string): Promise<ViewChoice[]> {
  const db = await getStore();
  const rows = await db
    .selectFrom('view_choice')
    .leftJoin('saved_view', 'saved_view.id', 'view_choice.view')
    .select(['kind', 'view', 'list', 'saved_view.owner as saver', 'name'])
    .where('view_choice.owner', '=', owner)
    .execute();
  return rows
    .flatMap(({ kind, view, list, saver, name }) => {
      const shipped = getShippedViews(list).find((candidate) => candidate.name === view);
      const title = shipped?.title ?? (saver && readViewName({ owner: saver, name }, list));
      return title ? [{ kind, view, list, title, href: buildViewHref(list, view) }] : [];
    })
    .sort((one, other) => one.title.localeCompare(other.title, 'en'));
}

/** Returns the user's views in the menu. */
export async function listPinnedViews(owner: string): Promise<PinnedView[]> {
  const choices = await readViewChoices(owner);
  return choices
    .filter(({ kind }) => kind === 'pinned')
    .map(({ list, title, href }) => ({ list, title, href }));
}

/** Returns the address that opens a view. */
export function buildViewHref(list: string, view: string): string {
  return `${list}?view=${view}`;
}

/** Makes a view the one that the list opens with, in place of the view that was chosen before. */
export async function chooseDefault(owner: string, list: string, view: string): Promise<void> {
  const db = await getStore();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('view_choice')
      .where('owner', '=', owner)
      .where('kind', '=', 'default')
      .where('list', '=', list)
      .execute();
    await transaction
      .insertInto('view_choice')
      .values({ owner, kind: 'default', view, list })
      .execute();
  });
}

/** Pins a view to the user's menu. */
export async function pinView(owner: string, list: string, view: string): Promise<void> {
  const db = await getStore();
  await db
    .insertInto('view_choice')
    .values({ owner, kind: 'pinned', view, list })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a default view or a pinned view. */
export async function dropChoice(
  owner: string,
  kind: ViewChoice['kind'],
  view: string,
): Promise<void> {
  const db = await getStore();
  await db
    .deleteFrom('view_choice')
    .where('owner', '=', owner)
    .where('kind', '=', kind)
    .where('view', '=', view)
    .execute();
}
