import type { SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { failWith, type Result, succeeded } from 'shared/result';
import { z } from 'zod';
import type { Entity } from '../core/entities/entity';
import { getShippedViews } from '../core/entities/shipped-views';
import { audit } from '../core/host/audit.server';
import type { NamedView } from '../core/list/named-views.server';
import { audiences } from '../core/list/saved-views-view';
import { listHidden, listTitles } from '../core/list/stored-query';
import type { SignedIn } from '../core/session/guard.server';

const MAX_NAME = 60;

/** Matches a text with a character that is visible. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Matches control characters, line separators, and characters that change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The form that saves or renames a view. */
export const viewSchema = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .regex(VISIBLE, 'Enter a name')
    .refine((name) => !CONTROLS.test(name), 'Remove control characters from the name')
    .max(MAX_NAME, `The name must have ${MAX_NAME} characters or fewer`),
  audience: z.enum(audiences).default('self').catch('self'),
});

/** A posted change of the views of a list, with what it depends on. */
export interface ViewChange {
  signedIn: SignedIn;
  entity: Entity;
  form: FormData;
  owner: string;
  /** The state of the list that the address describes, as a stored query. */
  query: string;
  views: readonly NamedView[];
  /** The address of the page of views. */
  here: string;
}

/** Checks that the state of the list can be saved as a view. */
export function checkState(
  { entity: { list }, query }: ViewChange,
  isShared: boolean,
): Result<undefined, string> {
  if (query === '') return failWith('Set a filter, columns or an order in the list first');
  const hidden = isShared ? listTitles(list, query, listHidden(list, query)) : [];
  if (hidden.length === 0) return succeeded;
  return failWith(
    `A view for everybody cannot have filters that identify people. Remove these filters first, or save the view only for yourself: ${hidden.join(', ')}`,
  );
}

/** Checks that a view can have this name. */
export function checkName(
  { entity, views }: ViewChange,
  name: string,
  id?: string,
): Result<undefined, string> {
  const taken = [
    ...views.filter((view) => view.id !== id).map((view) => view.name),
    ...getShippedViews(entity.list.path).map(({ title }) => title),
  ];
  if (!taken.includes(name)) return succeeded;
  return failWith(
    'The list has a view with this name. Choose another name, or delete that view first',
  );
}

/**
 * Returns the reply to a form with errors. `view` is the id of the view that the form renames, or empty for the form
 * that saves a new view.
 */
export function refuseChange(reply: SubmissionResult<string[]>, view = '') {
  return data({ ...reply, view }, 400);
}

/** Redirects to the page of views, which shows a message. */
export async function answer(
  { signedIn, here }: ViewChange,
  text: string,
  kind: 'success' | 'error' = 'success',
) {
  await signedIn.toast({ kind, text });
  return redirect(here);
}

/** Adds an entry to the audit log. */
export function enter(
  { signedIn, entity }: ViewChange,
  action: 'Add' | 'Update' | 'Delete',
  description: string,
) {
  audit({ username: signedIn.user.username, title: entity.title, action, description });
}

/** Returns the words for a view in the audit log, which has no names of views, because they may be names of people. */
export function describeView({ isShared }: Pick<NamedView, 'isShared'>): string {
  return isShared ? 'a view for everybody' : 'a view';
}
