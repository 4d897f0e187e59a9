import { INTENT } from '@conform-to/dom';
import { toText } from 'shared/list/values';
import { formInputs } from '../form/form-view';
import { describeLoadError } from '../host/describe-error';
import { isMasked } from '../masking/mask.server';
import { permitReveal } from '../reveals/permit-reveal.server';
import { refuseRequest } from '../server/refuse';
import { parseForm } from './parse-form.server';
import { type FormPost, openPostedForm } from './posted-form.server';
import { replyWithErrors, replyWithProof } from './reply-to-form.server';

/**
 * Answers a form that was posted by the button of a masked field: returns everything that the user has typed, and the
 * value of this field. Saves nothing. Throws a 400 response if the form has no such button.
 */
export async function revealInForm(post: FormPost) {
  const name = String(post.posted.get(formInputs.reveal));
  // The reply shows no errors of fields that the user has not filled in yet.
  post.posted.set(INTENT, JSON.stringify({ type: 'validate', payload: { name } }));
  const opened = await openPostedForm(post);
  const { form, entity, id } = opened;
  if (form.error) {
    const message = describeLoadError(form.error.error, form.error.subject);
    return replyWithErrors(opened, 400, { formErrors: [message] });
  }
  const field = form.fields.find((candidate) => candidate.name === name);
  const value = toText(form.stored[name]);
  if (!field || id === undefined || !isMasked(field, value))
    refuseRequest(400, 'The form has no such value to reveal. Open the page again.');
  const row = { ...form.record, [entity.key]: id };
  const refusal = await permitReveal(post, { entity, row, field: name });
  if (refusal) {
    const pressed = { name: formInputs.reveal, value: name };
    return replyWithProof(opened, { ...refusal, question: { ...refusal.question, pressed } });
  }
  post.posted.set(name, value);
  return replyWithErrors({ ...opened, ...parseForm(form, post.posted) }, 200);
}
