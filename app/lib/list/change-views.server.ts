import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { Entity } from '../entities/entity';
import { getShippedViews } from '../entities/shipped-views';
import { readForm } from '../form/read-form.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { mayWrite, readOnlyMessage } from '../session/permissions';
import { getUserKey } from '../session/user-key.server';
import {
  countNamedViews,
  deleteNamedView,
  listNamedViews,
  MAX_NAMED,
  MAX_NAMED_IN_ALL,
  type NamedView,
  storeNamedView,
  updateNamedView,
} from './named-views.server';
import { readList } from './open-list.server';
import { mayChangeView } from './saved-views.server';
import { viewIntents } from './saved-views-view';
import { buildStoredQuery } from './stored-query';
import {
  answer,
  describeView,
  enter,
  findNameProblem,
  findProblem,
  refuse,
  type ViewChange,
  viewSchema,
} from './view-change.server';
import {
  chooseDefault,
  dropChoice,
  isMenuList,
  MAX_PINNED,
  pinView,
  readViewChoices,
} from './view-choices.server';

const intentSchema = z.enum(viewIntents).catch('save');

/** Saves or changes a view of a list, and redirects to the list or to the page of its views. */
export async function changeSavedViews(signedIn: SignedIn, entity: Entity, request: Request) {
  const form = await readForm(request, { fields: ['intent', 'view', 'name', 'audience'] });
  const { search, searchParams } = new URL(request.url);
  const owner = getUserKey(signedIn.user);
  const { path } = entity.list;
  const change: ViewChange = {
    ...{ signedIn, entity, form, owner, here: `/views${path}${search}` },
    query: buildStoredQuery(await readList(signedIn, entity.list, searchParams)),
    views: await listNamedViews(owner, path),
  };
  const intent = intentSchema.parse(form.get('intent'));
  if (intent === 'save') return saveView(change);
  const id = String(form.get('view') ?? '');
  if (intent === 'no-default' || intent === 'unpin') {
    await mustStore(() => dropChoice(owner, intent === 'unpin' ? 'pinned' : 'default', id));
    return answer(change, 'The view was changed.');
  }
  if (intent === 'default' || intent === 'pin') return chooseView(change, intent, id);
  const view = change.views.find((candidate) => candidate.id === id);
  if (!view) return answer(change, 'The view no longer exists.', 'error');
  if (!mayChangeView(signedIn.user, view))
    return answer(
      change,
      'Only the person who saved this view, or an administrator, can change it.',
      'error',
    );
  if (intent === 'rename') return renameView(change, view);
  if (intent === 'replace') return replaceView(change, view);
  await mustStore(() => deleteNamedView(id));
  enter(change, 'Delete', `Deleted ${describeView(view)} of ${entity.title}`);
  return answer(change, 'The view was deleted.');
}

async function saveView(change: ViewChange) {
  const { signedIn, entity, form, owner, query, views } = change;
  const { path } = entity.list;
  const submission = parseWithZod(form, { schema: viewSchema });
  if (submission.status !== 'success') return refuse(submission.reply());
  const { name, audience } = submission.value;
  const isShared = audience === 'everybody';
  const refuseName = (text: string) => refuse(submission.reply({ fieldErrors: { name: [text] } }));
  if (isShared && !(isMenuList(path) && mayWrite(signedIn.user)))
    throw new Response(readOnlyMessage, { status: 403 });
  const problem = findProblem(change, isShared) ?? findNameProblem(change, name);
  if (problem) return refuseName(problem);
  const others = views.filter((view) => view.isShared === isShared);
  if (others.length >= MAX_NAMED)
    return refuseName(
      isShared
        ? `There are ${MAX_NAMED} views of this list for everybody. Delete one of them first`
        : `You have ${MAX_NAMED} views of this list. Delete one of them first`,
    );
  if ((await countNamedViews(owner)) >= MAX_NAMED_IN_ALL)
    return refuseName(`You have ${MAX_NAMED_IN_ALL} views. Delete a view of any list first`);
  const id = await mustStore(() => storeNamedView(owner, path, { name, query, isShared }));
  enter(change, 'Add', `Saved ${describeView({ isShared })} of ${entity.title}`);
  await signedIn.toast({ kind: 'success', text: 'The view was saved.' });
  return redirect(`${path}?view=${id}`);
}

async function renameView(change: ViewChange, view: NamedView) {
  const submission = parseWithZod(change.form, { schema: viewSchema });
  if (submission.status !== 'success') return refuse(submission.reply(), view.id);
  const { name } = submission.value;
  const problem = findNameProblem(change, name, view.id);
  if (problem) return refuse(submission.reply({ fieldErrors: { name: [problem] } }), view.id);
  const { path } = change.entity.list;
  await mustStore(() => updateNamedView(view.id, path, { name }));
  enter(change, 'Update', `Renamed ${describeView(view)} of ${change.entity.title}`);
  return answer(change, 'The view was renamed.');
}

async function replaceView(change: ViewChange, view: NamedView) {
  const problem = findProblem(change, view.isShared);
  if (problem) return answer(change, `${problem}.`, 'error');
  const { path } = change.entity.list;
  await mustStore(() => updateNamedView(view.id, path, { query: change.query }));
  enter(change, 'Update', `Replaced ${describeView(view)} of ${change.entity.title}`);
  return answer(change, 'The view was updated.');
}

async function chooseView(change: ViewChange, intent: 'default' | 'pin', id: string) {
  const { entity, owner, views } = change;
  const { path } = entity.list;
  const isKnown =
    views.some((view) => view.id === id) || getShippedViews(path).some(({ name }) => name === id);
  if (!isKnown || !isMenuList(path)) return answer(change, 'The view no longer exists.', 'error');
  if (intent === 'default') {
    await mustStore(() => chooseDefault(owner, path, id));
    return answer(change, 'The list now opens with this view.');
  }
  const pinned = (await readViewChoices(owner)).filter(({ kind }) => kind === 'pinned');
  if (pinned.length >= MAX_PINNED)
    return answer(
      change,
      `The menu holds ${MAX_PINNED} views. Remove one of them from the menu first.`,
      'error',
    );
  await mustStore(() => pinView(owner, path, id));
  return answer(change, 'The view is now in the menu.');
}
