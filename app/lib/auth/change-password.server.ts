import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { apiPost } from '../api/client.server';
import { saveFault } from '../api/faults';
import { config } from '../config.server';
import { readForm } from '../form/read-form.server';
import { asText } from '../list/values';
import { endSessionsOf } from './end-sessions.server';
import { readSession } from './guard.server';
import {
  checkNewPassword,
  hiddenPasswords,
  newPasswordFields,
  newPasswordShape,
} from './new-password';
import { sessionStorage } from './session.server';

const schema = z.object(newPasswordShape).superRefine(checkNewPassword);

export const changePasswordFields = newPasswordFields('New password');

/**
 * Sets a new password with the one-time code of a link, and ends the user's sessions: whoever knew the
 * old password is out. The cookie carries the toast to the sign-in.
 */
export async function changePassword(request: Request, code: string) {
  const submission = parseWithZod(await readForm(request), { schema });
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hiddenPasswords) };
  const result = await apiPost(config.API_CHANGE_PASSWORD_PATH, {
    ucode: code,
    upassword: submission.value.password,
  });
  if (!result.ok) {
    const text = saveFault(result.fault, 'Updating', 'password');
    const reply = submission.reply({ ...hiddenPasswords, formErrors: [text] });
    return { ok: false as const, reply };
  }
  const username = asText(result.value.items.at(0)?.user_username);
  if (username) await endSessionsOf(username);
  const session = await readSession(request);
  session.flash('toast', { kind: 'success', text: 'The password has been successfully saved!' });
  return { ok: true as const, cookie: await sessionStorage.commitSession(session) };
}
