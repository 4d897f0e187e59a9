import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { noteParent } from '../access/note-access.server';
import type { Entity } from '../entities/entity';
import { buildHiddenSearch, hasHiddenParameters } from '../entities/hidden-filters';
import { readForm } from '../form/read-form.server';
import { audit } from '../host/audit.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import { buildListHref, buildListSearch, type ListState } from './list-state';
import { buildTrail } from './list-trail.server';
import {
  countNamedViews,
  deleteNamedView,
  listNamedViews,
  MAX_NAMED,
  MAX_NAMED_IN_ALL,
  storeNamedView,
} from './named-views.server';
import { buildListAddress, readList } from './open-list.server';

const MAX_NAME = 60;

/** Matches a text with a character that is visible. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Matches control characters, line separators, and characters that change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const schema = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .regex(VISIBLE, 'Enter a name')
    .refine((name) => !CONTROLS.test(name), 'Remove control characters from the name')
    .max(MAX_NAME, `The name must have ${MAX_NAME} characters or fewer`),
});

/** Loads the page of the user's named views of a list. Its form saves the state that the address describes. */
export async function loadSavedViews(signedIn: SignedIn, entity: Entity, request: Request) {
  const { searchParams } = new URL(request.url);
  const state = await readList(signedIn, entity.list, searchParams);
  if (hasHiddenParameters(entity.list, searchParams))
    throw redirect(`/views${await buildListAddress(signedIn, state)}`);
  const title = `Views of ${entity.title}`;
  const { username } = signedIn.user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  const views = await listNamedViews(getUserKey(signedIn.user), entity.list.path);
  noteParent(signedIn.user, entity);
  const backHref = buildListHref(state, { page: state.query.page });
  return {
    title,
    trail: buildTrail(entity, backHref, { title: 'Views' }),
    list: entity.title,
    backHref,
    views: views.map((view) => ({ ...view, href: `${entity.list.path}?view=${view.id}` })),
    canSave: toStoredQuery(state) !== '',
  };
}

/** Saves or deletes a named view, and redirects to the list or to the page of the views. */
export async function changeSavedViews(signedIn: SignedIn, entity: Entity, request: Request) {
  const form = await readForm(request, { fields: ['name', 'delete'] });
  const { search, searchParams } = new URL(request.url);
  const owner = getUserKey(signedIn.user);
  const { path } = entity.list;
  const enter = (action: 'Add' | 'Delete', description: string) =>
    audit({ username: signedIn.user.username, title: entity.title, action, description });
  const id = form.get('delete');
  if (id) {
    const isDeleted = await mustStore(() => deleteNamedView(owner, path, String(id)));
    if (isDeleted) enter('Delete', `Deleted a view of ${entity.title}`);
    await signedIn.toast({ kind: 'success', text: 'The view was deleted.' });
    return redirect(`/views${path}${search}`);
  }
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  const { name } = submission.value;
  const refuse = (text: string) => data(submission.reply({ fieldErrors: { name: [text] } }), 400);
  const state = await readList(signedIn, entity.list, searchParams);
  const query = toStoredQuery(state);
  if (query === '') return refuse('Set a filter, columns or an order in the list first');
  const views = await listNamedViews(owner, path);
  if (views.some((view) => view.name === name))
    return refuse('You have a view with this name. Choose another name, or delete that view first');
  if (views.length >= MAX_NAMED)
    return refuse(`You have ${MAX_NAMED} views of this list. Delete one of them first`);
  if ((await countNamedViews(owner)) >= MAX_NAMED_IN_ALL)
    return refuse(`You have ${MAX_NAMED_IN_ALL} views. Delete a view of any list first`);
  const saved = await mustStore(() => storeNamedView(owner, path, { name, query }));
  enter('Add', `Saved a view of ${entity.title}`);
  await signedIn.toast({ kind: 'success', text: 'The view was saved.' });
  return redirect(`${path}?view=${saved}`);
}

/**
 * Returns the state of a list as a query, including filters that must not stand in addresses, but without the page and
 * the row whose hidden columns are shown.
 */
function toStoredQuery(state: ListState): string {
  const readable = buildListSearch({ ...state, view: undefined, open: undefined });
  return [readable, buildHiddenSearch(state.list, state.query).toString()]
    .filter(Boolean)
    .join('&');
}
