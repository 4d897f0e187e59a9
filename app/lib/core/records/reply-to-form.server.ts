import { data } from '@remix-run/node';
import { noteRows } from '../access/note-access.server';
import { buildFormReply } from '../form/form-reply';
import type { Conflict, Doubts, FormReply } from '../form/form-view';
import type { ProofRefusal } from '../proof/require-recent-proof.server';
import { getDraftKey } from '../session/draft-address';
import { deleteDraft, type FormErrors } from '../session/drafts.server';
import { getSentFields } from './load-form.server';
import type { PostedForm } from './posted-form.server';
import { redirectIfSlowToRender } from './redirect-if-slow-to-render.server';

/**
 * Returns a reply with the posted values and the errors of a form. Throws a redirect to a draft if they take long to
 * render.
 */
export async function replyWithErrors(
  { request, posted, form, submission, masked, version, owner }: PostedForm,
  status: number,
  errors: FormErrors = {},
) {
  await redirectIfSlowToRender(owner, request, posted, errors);
  // Remix runs the page's loader after this, which would also return an earlier draft.
  await deleteDraft(owner, getDraftKey(request));
  const reply: FormReply = {
    ...buildFormReply(submission.reply(errors), form.fields, masked),
    version: version === null ? undefined : String(version),
  };
  return data(reply, status);
}

/** Returns a reply with the posted values and the question by which the user proves who they are. */
export async function replyWithProof(posted: PostedForm, { question, status }: ProofRefusal) {
  const { data: reply } = await replyWithErrors(posted, status, { formErrors: [question.message] });
  return data({ ...reply, proof: question }, status);
}

/** Returns a reply with the posted values and the doubts about them, like `replyWithErrors`. */
export async function replyWithDoubts(posted: PostedForm, doubts: Doubts) {
  const { data: reply } = await replyWithErrors(posted, 409);
  return data({ ...reply, doubts }, 409);
}

/**
 * Returns a reply with the posted values and a conflict, like `replyWithErrors`. Notes that the user sees the record.
 */
export async function replyWithConflict(
  { signedIn, entity, request, posted, id, form, submission, masked, owner }: PostedForm,
  conflict: Conflict,
) {
  await redirectIfSlowToRender(owner, request, posted);
  // Remix runs the page's loader after this, which would also return an earlier draft.
  await deleteDraft(owner, getDraftKey(request));
  const row = { ...form.stored, [entity.key]: id };
  noteRows(signedIn.user, 'Conflict', entity, [row], getSentFields(entity, form));
  const reply: FormReply = {
    ...buildFormReply(submission.reply(), form.fields, masked),
    ...{ version: form.version, conflict },
  };
  return data(reply, 409);
}
