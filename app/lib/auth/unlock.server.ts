import { parseWithZod } from '@conform-to/zod/v4';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { messages } from '../host/messages';
import { log } from '../server/log.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { setLocked } from '../session/lock-session.server';
import { touchSession } from '../session/session.server';
import { authenticateUser, SignInRefused } from './authenticator.server';
import { checkPassword } from './check-password.server';
import { recordSuccess, refuseForNow } from './throttle.server';

const schema = z.object({
  password: z.string({ error: 'Password is required' }).max(1_000, 'Password is too long'),
});

export const unlockFields: FieldView[] = [
  {
    name: 'password',
    label: 'Password',
    control: 'password',
    value: '',
    required: true,
    readOnly: false,
    autoComplete: 'current-password',
  },
];

/**
 * Unlocks the session with the posted password of its user, or returns the reply with the errors. A wrong password
 * counts as a failed sign-in, and does not extend the session.
 */
export async function unlock({ user, session }: SignedIn, request: Request, address: string) {
  const form = await readForm(request, { fields: ['password'] });
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ['password'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const refuse = (text: string) => submission.reply({ ...hidden, formErrors: [text] });
  const attempt = { account: user.username, address };
  const checked = await checkPassword(attempt, 'wrong password to unlock', async () => {
    const found = await authenticateUser(user.username, submission.value.password);
    // A host may have found another account whose email address is this username.
    if (found.id !== user.id || found.username !== user.username)
      throw new SignInRefused(messages.loginFailed, true);
    return found;
  });
  if (!checked.ok && 'wait' in checked)
    return refuseForNow(refuse(waitMessage(checked.wait)), checked.wait);
  if (!checked.ok) {
    log.warn('a password to unlock a session was refused');
    return { ok: false as const, reply: refuse(checked.refused.message) };
  }
  await recordSuccess(attempt);
  await mustStore(() => setLocked(user, session.id, false), 'any');
  await touchSession(session.token, 0);
  return { ok: true as const };
}
