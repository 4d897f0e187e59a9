import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { findFailure } from 'shared/result';
import { z } from 'zod';
import type { Entity } from '../core/entities/entity';
import { getShippedViews } from '../core/entities/shipped-views';
import { readForm } from '../core/form/read-form.server';
import {
  countNamedViews,
  deleteNamedView,
  listNamedViews,
  MAX_NAMED,
  MAX_NAMED_IN_ALL,
  type NamedView,
  storeNamedView,
  updateNamedView,
} from '../core/list/named-views.server';
import { readList } from '../core/list/open-list.server';
import { viewIntents } from '../core/list/saved-views-view';
import { buildStoredQuery } from '../core/list/stored-query';
import {
  chooseDefault,
  dropChoice,
  isMenuList,
  MAX_PINNED,
  pinView,
  readViewChoices,
} from '../core/list/view-choices.server';
import { refuseRequest } from '../core/server/refuse';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { mayWrite, readOnlyMessage } from '../core/session/permissions';
import { getUserKey } from '../core/session/user-key.server';
import { mayChangeView } from './saved-views.server';
import {
  answer,
  checkName,
  checkState,
  describeView,
  enter,
  refuseChange,
  type ViewChange,
  viewSchema,
} from './view-change.server';

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
  if (submission.status !== 'success') return refuseChange(submission.reply());
  const { name, audience } = submission.value;
  const isShared = audience === 'everybody';
  const refuseName = (text: string) =>
    refuseChange(submission.reply({ fieldErrors: { name: [text] } }));
  if (isShared && !(isMenuList(path) && mayWrite(signedIn.user)))
    refuseRequest(403, readOnlyMessage);
  const problem = findFailure(checkState(change, isShared), checkName(change, name));
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
  if (submission.status !== 'success') return refuseChange(submission.reply(), view.id);
  const { name } = submission.value;
  const checked = checkName(change, name, view.id);
  if (!checked.ok)
    return refuseChange(submission.reply({ fieldErrors: { name: [checked.error] } }), view.id);
  const { path } = change.entity.list;
  await mustStore(() => updateNamedView(view.id, path, { name }));
  enter(change, 'Update', `Renamed ${describeView(view)} of ${change.entity.title}`);
  return answer(change, 'The view was renamed.');
}

async function replaceView(change: ViewChange, view: NamedView) {
  const checked = checkState(change, view.isShared);
  if (!checked.ok) return answer(change, `${checked.error}.`, 'error');
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
