import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { getNetworkName } from 'shared/network-name';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import { type FieldView, formInputs } from '../form/form-view';
import { readForm, readUnguardedForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { describeSaveError } from '../host/describe-error';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { mustStore } from '../server/unwritable.server';
import { setSessionFields } from '../session/change-session.server';
import type { SignedIn } from '../session/guard.server';
import { endOtherSessions } from '../session/own-sessions.server';
import { readSession } from '../session/read-session.server';
import { answerRepetition, computeRenewedToken } from '../session/renewed-session.server';
import { getSessionCookie, renewToken } from '../session/session.server';
import { getUserKey } from '../session/user-key.server';
import { countsAsFailedAttempt } from './authenticator.server';
import { enterFailedAttempt } from './failed-attempt.server';
import {
  buildNewPasswordFields,
  buildNewPasswordShape,
  checkNewPassword,
  hiddenPasswords,
} from './new-password';
import { getOwnPasswordHint } from './password-hints.server';
import { planPasswordChange } from './plan-password-change';
import { recordSuccess, refuseForNow, startAttempt, uncountAttempt } from './throttle.server';

const current = z.string({ error: 'Enter your current password' });
const schema = z
  .object({
    current: current.max(1_000, 'Current password must be 1,000 characters or fewer'),
    ...buildNewPasswordShape('Enter a new password'),
  })
  .superRefine(checkNewPassword);

export const ownPasswordFields: FieldView[] = [
  {
    name: 'current',
    label: 'Current password',
    control: 'password',
    value: '',
    required: true,
    readOnly: false,
    autoComplete: 'current-password',
  },
  ...buildNewPasswordFields('New password'),
];

const inputs = { fields: ['current', 'password', 'confirmation', formInputs.token] };
const hidden = { hideFields: ['current', ...hiddenPasswords.hideFields] };

/**
 * Sets the signed-in user's password. Requires the current password: a wrong current password counts as a failed
 * sign-in. Ends the user's other sessions, and renews the token of this session.
 */
export async function changeOwnPassword(signedIn: SignedIn, request: Request, address: string) {
  const { user, session } = signedIn;
  const form = await readForm(request, inputs);
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const refuse = (text: string) => submission.reply({ ...hidden, formErrors: [text] });
  const { current: ucurrent, password: upassword } = submission.value;
  const filling = {
    token: form.get(formInputs.token),
    owner: getUserKey(user),
    content: ['change-own-password', ucurrent, upassword],
  };
  const result = await withIdempotencyKey(filling, async () => {
    const attempt = { account: user.username, address };
    const wait = await mustStore(() => startAttempt(attempt));
    if (wait > 0) return refuseForNow(refuse(waitMessage(wait)), wait);
    const fields = { uusername: user.username, ucurrent, upassword };
    const changed = await makeChange(
      [
        {
          username: user.username,
          title: 'Profile',
          action: 'Password change',
          attempt: `Changing their own password from ${getNetworkName(address)}`,
          describe: () => `Changed their own password from ${getNetworkName(address)}`,
        },
      ],
      (host, options) => host.change(config.API_CHANGE_OWN_PASSWORD_PATH, fields, options),
      { history: planPasswordChange(user) },
    );
    if (!changed.ok) {
      const { error } = changed;
      const isFailedAttempt = countsAsFailedAttempt(error) && error.kind !== 'missing';
      await (isFailedAttempt
        ? enterFailedAttempt(attempt, user.username, 'wrong current password')
        : uncountAttempt(attempt));
      const text =
        error.kind === 'missing'
          ? getOwnPasswordHint()
          : describeSaveError(error, 'Updating', 'password');
      return { ok: false as const, reply: refuse(text) };
    }
    await recordSuccess(attempt);
    const ended = await endOtherSessions(user, session.id, 'their password was changed');
    log.info({ ended }, 'a password was changed by its user: their other sessions were ended');
    const token = computeRenewedToken(session.token, form);
    // If another tab has already renewed the token, the browser has the cookie from that tab.
    if (!(await renewToken(session.token, token))) return redirect('/profile');
    await setSessionFields(token, {
      ...{ factorSetup: undefined, passkeySetup: undefined, recoveryCodes: undefined },
      provenAt: Date.now(),
      toast: { kind: 'success', text: messages.ownPasswordChanged },
    });
    const cookie = await getSessionCookie(token);
    return redirect('/profile', cookie ? { headers: { 'Set-Cookie': cookie } } : undefined);
  });
  if (!(result instanceof Response) || result.headers.has('Set-Cookie')) return result;
  return (await answerRepetition(session.token, form)) ?? result;
}

/**
 * Returns the response to a repeated post of this form with a token that the first post has renewed, so that the token
 * is no longer valid. Returns undefined for any other post.
 */
export async function repeatOwnPasswordChange(request: Request): Promise<Response | undefined> {
  const { id } = await readSession(request);
  if (!id || request.bodyUsed) return undefined;
  return answerRepetition(id, await readUnguardedForm(request, inputs));
}
