import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { getNetworkName } from 'shared/network-name';
import { SECURITY } from 'shared/security-events';
import { describeRights } from 'shared/user-events';
import { SOME_ACCOUNT } from 'shared/username';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import { type FieldView, formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import type { ChangeEntry } from '../host/change-entry';
import { describeSaveError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import type { Item } from '../host/read-envelope';
import { config } from '../server/config.server';
import { emailField, emailSchema } from './email-field';
import { withMinimumDuration } from './minimum-duration';
import {
  buildNewPasswordFields,
  checkNewPassword,
  hiddenPasswords,
  newPasswordShape,
} from './new-password';
import { countRequest, refuseForNow } from './throttle.server';

const schema = z
  .object({ email: emailSchema, ...newPasswordShape('Password is required') })
  .superRefine(checkNewPassword);

export const createAccountFields: FieldView[] = [emailField, ...buildNewPasswordFields('Password')];

/**
 * Requests an account from the host, only once per form. Does not show the refusal of a remote host, because
 * its probable reason is that the address already has an account.
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
    const result = await withMinimumDuration(() =>
      makeChange(
        [signUpEntry(getNetworkName(address))],
        (host, options) =>
          host.change(
            config.API_CREATE_ACCOUNT_PATH,
            { uemail: email, upassword: password },
            options,
          ),
        // No host says which record a sign-up has added, so that nobody learns whether there was an account.
        { history: undefined },
      ),
    );
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

/** Describes the rights of a new account, if the item contains them. Only the embedded host passes such an item to the
 * audit entry. */
function describeNewRights(item: Item | undefined): string {
  return item ? `: ${describeRights({ role: item.user_role, status: item.user_status })}` : '';
}

/**
 * Builds the audit entry of a sign-up. The account's name is known only to the embedded host, which adds it.
 */
function signUpEntry(address: string): ChangeEntry {
  return {
    username: SOME_ACCOUNT,
    title: SECURITY,
    action: 'Sign-up',
    attempt: `Sign-up from ${address}`,
    describe: ([item]) =>
      item?.is_known
        ? `Sign-up from ${address} with an address that has an account already`
        : `Sign-up from ${address}${describeNewRights(item)}`,
  };
}
