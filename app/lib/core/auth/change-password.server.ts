import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { getNetworkName } from 'shared/network-name';
import { SECURITY } from 'shared/security-events';
import { SOME_ACCOUNT } from 'shared/username';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { describeSaveError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { storeToast } from '../session/change-session.server';
import { endUserSessions } from '../session/end-sessions.server';
import { readSession } from '../session/read-session.server';
import { sessionStorage } from '../session/session.server';
import {
  buildNewPasswordFields,
  buildNewPasswordShape,
  checkNewPassword,
  hiddenPasswords,
} from './new-password';
import { planPasswordChange } from './plan-password-change';

const schema = z
  .object(buildNewPasswordShape('Enter a new password'))
  .superRefine(checkNewPassword);

export const changePasswordFields = buildNewPasswordFields('New password');

/** Returns false if a link cannot set a password, because it is malformed, unknown, used or expired. */
export async function isUsableLink(code: string): Promise<boolean> {
  return (await getApiHost().isPasswordCode(code)) ?? true;
}

/**
 * Sets a new password with the one-time code of a link. If the host's answer identifies the user, ends all sessions of
 * the user, because somebody else may have known the old password. The session of the response holds the message that
 * the sign-in page shows.
 */
export async function changePassword(request: Request, code: string, clientAddress: string) {
  const form = await readForm(request, { fields: ['password', 'confirmation', formInputs.token] });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hiddenPasswords) };
  const { password } = submission.value;
  const filling = {
    token: form.get(formInputs.token),
    owner: '',
    content: ['change-password', code, password],
  };
  const result = await withIdempotencyKey(filling, async () => {
    const fields = { ucode: code, upassword: password };
    const changed = await makeChange(
      [
        {
          username: SOME_ACCOUNT,
          findUsername: ([item]) => toText(item?.user_username),
          title: SECURITY,
          action: 'Password change',
          attempt: `Setting a password by a link, from ${getNetworkName(clientAddress)}`,
          describe: () => `Set the password by a link, from ${getNetworkName(clientAddress)}`,
        },
      ],
      (host, options) => host.change(config.API_CHANGE_PASSWORD_PATH, fields, options),
      { history: planPasswordChange({ username: SOME_ACCOUNT }) },
    );
    if (!changed.ok) {
      const { error } = changed;
      const isMissing = error.kind === 'missing';
      const text = isMissing
        ? messages.noPasswordLink
        : describeSaveError(error, 'Updating', 'password');
      const reply = submission.reply({ ...hiddenPasswords, formErrors: [text] });
      return { ok: false as const, reply };
    }
    const row = changed.value.items.at(0);
    const username = toText(row?.user_username);
    if (username)
      await endUserSessions({ id: toText(row?.user_id), username }, 'their password was changed');
    else
      log.warn(
        'a password was changed, but the API host did not identify the user: no session was ended',
      );
    return redirect('/login');
  });
  if (!(result instanceof Response)) return result;
  // The response to a repeated post needs the message too, because the browser discards the first response.
  const toast = { kind: 'success', text: 'The password has been successfully saved!' } as const;
  const session = await readSession(request);
  if (session.has('record')) await storeToast(session.id, toast);
  else {
    const started = await sessionStorage.getSession();
    started.set('toast', toast);
    result.headers.append('Set-Cookie', await sessionStorage.commitSession(started));
  }
  return result;
}
