import { redirect } from '@remix-run/node';
import { noteParent } from '../access/note-access.server';
import type { Entity } from '../entities/entity';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { audit } from '../host/audit.server';
import type { SignedIn } from '../session/guard.server';
import { buildChooser } from './build-chooser';
import { describeDropped } from './describe-dropped';
import { takeFind } from './find-columns';
import { buildListHref, buildListSearch } from './list-state';
import { buildTrail } from './list-trail.server';
import { buildListAddress, readList } from './open-list.server';

/** Loads the page on which the columns of a list are chosen, for the state of the list that the address describes. */
export async function loadColumns(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  explanations: ReadonlyMap<string, string>,
) {
  const { user } = signedIn;
  const { searchParams } = new URL(request.url);
  const find = takeFind(searchParams);
  const state = await readList(signedIn, entity.list, searchParams);
  if (hasHiddenParameters(entity.list, searchParams))
    throw redirect(`/columns${await buildListAddress(signedIn, state)}`);
  const title = `Columns of ${entity.title}`;
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  noteParent(user, entity);
  const { page, cols } = state.query;
  const backHref = buildListHref(state, { page });
  return {
    title,
    trail: buildTrail(entity, backHref, { title: 'Columns' }),
    list: entity.title,
    path: entity.list.path,
    backHref,
    droppedNote: describeDropped(state) || undefined,
    hiddenInputs: [...new URLSearchParams(buildListSearch(state, { cols: undefined }))],
    find,
    /** The parameters of the list, which the search for columns sends again. */
    search: [...new URLSearchParams(buildListSearch(state))],
    groups: buildChooser(entity.list.columns, explanations),
    shown: cols,
  };
}
