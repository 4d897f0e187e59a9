import { redirect } from '@remix-run/node';
import { noteParent } from '../core/access/note-access.server';
import type { Entity } from '../core/entities/entity';
import { hasHiddenParameters } from '../core/entities/hidden-filters';
import { getShippedViews } from '../core/entities/shipped-views';
import { audit } from '../core/host/audit.server';
import { describeDropped } from '../core/list/describe-dropped';
import { buildListHref } from '../core/list/list-state';
import { buildTrail } from '../core/list/list-trail.server';
import { listNamedViews, type NamedView } from '../core/list/named-views.server';
import { buildListAddress, readList } from '../core/list/open-list.server';
import type { SavedViewItem } from '../core/list/saved-views-view';
import { buildStoredQuery, listHidden, listTitles } from '../core/list/stored-query';
import {
  buildViewHref,
  isMenuList,
  readViewChoices,
  type ViewChoice,
} from '../core/list/view-choices.server';
import type { SignedIn } from '../core/session/guard.server';
import { isAdministrator, mayWrite } from '../core/session/permissions';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';

/** Loads the page of a list's views. Its form saves the state that the address describes. */
export async function loadSavedViews(signedIn: SignedIn, entity: Entity, request: Request) {
  const { user } = signedIn;
  const { list } = entity;
  const { searchParams } = new URL(request.url);
  const state = await readList(signedIn, list, searchParams);
  if (hasHiddenParameters(list, searchParams))
    throw redirect(`/views${await buildListAddress(signedIn, state)}`);
  const title = `Views of ${entity.title}`;
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  noteParent(user, entity);
  const owner = getUserKey(user);
  const [named, choices] = [await listNamedViews(owner, list.path), await readViewChoices(owner)];
  const query = buildStoredQuery(state);
  const backHref = buildListHref(state, { page: state.query.page });
  const toItem = (view: NamedView) => buildItem(user, list.path, view, choices);
  return {
    title,
    trail: buildTrail(entity, backHref, { title: 'Views' }),
    list: entity.title,
    backHref,
    droppedNote: describeDropped(state) || undefined,
    views: {
      own: named.filter(({ isShared }) => !isShared).map(toItem),
      shared: named.filter(({ isShared }) => isShared).map(toItem),
      shipped: getShippedViews(list.path).map(({ name, title: text }) => ({
        ...{ id: name, name: text, href: buildViewHref(list.path, name), mayChange: false },
        ...readChoices(name, choices),
      })),
      canSave: query !== '',
      canShare: isMenuList(list.path) && mayWrite(user),
      canChoose: isMenuList(list.path),
      /** The titles of the filters that a view for everybody cannot have. */
      identifying: listTitles(list, query, listHidden(list, query)),
    },
  };
}

/**
 * Returns whether a user may rename, replace and delete a view: one of their own or, as an administrator, any view for
 * everybody. Users who may not change data may not change views for everybody.
 */
export function mayChangeView(user: SignedInUser, { isOwn, isShared }: NamedView): boolean {
  if (isShared && !mayWrite(user)) return false;
  return isOwn || (isShared && isAdministrator(user));
}

function buildItem(
  user: SignedInUser,
  path: string,
  view: NamedView,
  choices: readonly ViewChoice[],
): SavedViewItem {
  const { id, name } = view;
  return {
    ...{ id, name, href: buildViewHref(path, id), mayChange: mayChangeView(user, view) },
    ...readChoices(id, choices),
  };
}

function readChoices(id: string, choices: readonly ViewChoice[]) {
  const has = (kind: ViewChoice['kind']) =>
    choices.some((choice) => choice.kind === kind && choice.view === id);
  return { isDefault: has('default'), isPinned: has('pinned') };
}
