import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import { emailField, emailSchema } from '../core/auth/email-field';
import { withMinimumDuration } from '../core/auth/minimum-duration';
import {
  buildNewPasswordFields,
  buildNewPasswordShape,
  checkNewPassword,
  hiddenPasswords,
} from '../core/auth/new-password';
import { countRequest, refuseForNow } from '../core/auth/throttle.server';
import { type FieldView, formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { withIdempotencyKey } from '../core/form/with-idempotency-key.server';
import { describeSaveError } from '../core/host/describe-error';
import { getApiHost } from '../core/host/host.server';
import { messages } from '../core/host/messages';
import { signUp } from './sign-up.server';

const schema = z
  .object({ email: emailSchema, ...buildNewPasswordShape('Password is required') })
  .superRefine(checkNewPassword);

export const createAccountFields: FieldView[] = [emailField, ...buildNewPasswordFields('Password')];

/**
 * Requests an account from the host, only once per form. Does not show the refusal of a remote host, because it would
 * probably reveal that the address already has an account.
 */
export async function createAccount(request: Request, address: string) {
  const form = await readForm(request, {
    fields: ['email', 'password', 'confirmation', formInputs.token],
  });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hiddenPasswords) };
  const refuse = (text: string) => submission.reply({ ...hiddenPasswords, formErrors: [text] });
  const { email, password } = submission.value;
  const filling = {
    token: form.get(formInputs.token),
    owner: '',
    content: ['create-account', email, password],
  };
  return withIdempotencyKey(filling, async () => {
    const wait = await countRequest('create', address);
    if (wait > 0) return refuseForNow(refuse(waitMessage(wait)), wait);
    const result = await withMinimumDuration(() => signUp({ email, password, address }));
    const isReported = !result.ok && !(result.error.kind === 'refused' && !getApiHost().conforms);
    if (!result.ok && isReported) {
      const isMissing = result.error.kind === 'missing';
      const text = isMissing
        ? messages.noSignUp
        : describeSaveError(result.error, 'adding', 'account');
      return { ok: false as const, reply: refuse(text) };
    }
    return redirect('/create-account?received');
  });
}
