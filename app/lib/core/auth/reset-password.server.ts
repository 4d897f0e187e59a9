import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { getNetworkName } from 'shared/network-name';
import { SECURITY } from 'shared/security-events';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import { readAccountName } from './account-name.server';
import { emailField, emailSchema } from './email-field';
import { withMinimumDuration } from './minimum-duration';
import { countRequest, refuseForNow } from './throttle.server';

const schema = z.object({ email: emailSchema });

export const resetPasswordFields = [emailField];

/**
 * Asks the host to send a mail with a set-password link, only once per form. Does not show the host's refusal, which
 * would reveal whether the address has an account.
 */
export async function resetPassword(request: Request, address: string) {
  const form = await readForm(request, { fields: ['email', formInputs.token] });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return { ok: false as const, reply: submission.reply() };
  const refuse = (text: string) => submission.reply({ formErrors: [text] });
  const { email } = submission.value;
  const filling = {
    token: form.get(formInputs.token),
    owner: '',
    content: ['reset-password', email],
  };
  return withIdempotencyKey(filling, async () => {
    const wait = await countRequest('reset', address);
    if (wait > 0) return refuseForNow(refuse(waitMessage(wait)), wait);
    const text = `Password reset requested from ${getNetworkName(address)}`;
    const result = await withMinimumDuration(async () =>
      makeChange(
        [
          {
            username: await readAccountName(email),
            title: SECURITY,
            action: 'Reset request',
            attempt: text,
            describe: () => text,
          },
        ],
        (host, options) => host.change(config.API_RESET_PASSWORD_PATH, { uemail: email }, options),
        { history: undefined },
      ),
    );
    if (!result.ok && result.error.kind !== 'refused') {
      const isMissing = result.error.kind === 'missing';
      const text = isMissing ? messages.noReset : messages.loginFailed;
      return { ok: false as const, reply: refuse(text) };
    }
    return redirect('/reset-password?sent');
  });
}
