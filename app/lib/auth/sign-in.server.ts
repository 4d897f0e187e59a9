import { parseWithZod } from '@conform-to/zod/v4';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { recordLogin } from '../host/audit.server';
import { enterDurably } from '../host/audit-intents.server';
import { forgetOldSummaries } from '../messenger/conversations/saved.server';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { mustStore } from '../server/unwritable.server';
import { readSession } from '../session/guard.server';
import { sessionStorage } from '../session/session.server';
import { rememberAccount } from './account-name.server';
import { authenticator } from './authenticator.server';
import { checkPassword } from './check-password.server';
import { describeDevice } from './device';
import { emailField, emailSchema } from './email-field';
import { recordSuccess, refuseForNow } from './throttle.server';

const schema = z.object({
  email: emailSchema,
  password: z.string({ error: 'Password is required' }).max(1_000, 'Password is too long'),
});

export const signInFields: FieldView[] = [
  emailField,
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
 * Signs in with the posted form. Returns the user and the cookie of a new session, or the reply with the
 * errors. Ends the session that the browser had before.
 */
export async function signIn(request: Request, address: string) {
  const form = await readForm(request, { fields: ['email', 'password'] });
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ['password'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const attempt = { account: submission.value.email, address };
  const checked = await checkPassword(attempt, 'failed sign-in', () =>
    authenticator.authenticate('form', new Request(request.url, { method: 'POST', body: form })),
  );
  if (!checked.ok && 'wait' in checked) {
    metrics.signInFailures.inc({ reason: 'wait' });
    const { wait } = checked;
    return refuseForNow(submission.reply({ ...hidden, formErrors: [waitMessage(wait)] }), wait);
  }
  if (!checked.ok) {
    const { refused } = checked;
    if (refused.isFailedAttempt) {
      metrics.signInFailures.inc({ reason: 'refused' });
      log.warn('a sign-in was refused');
    }
    return {
      ok: false as const,
      reply: submission.reply({ ...hidden, formErrors: [refused.message] }),
    };
  }
  const { user } = checked;
  await recordSuccess(attempt);
  await rememberAccount(attempt.account, user.username);
  await sessionStorage.destroySession(await readSession(request));
  await forgetOldSummaries();
  const session = await sessionStorage.getSession();
  session.set('user', user);
  session.set('device', describeDevice(request.headers.get('user-agent')));
  const cookie = await sessionStorage.commitSession(session);
  recordLogin(user.username);
  const { username } = user;
  await mustStore(
    () => enterDurably([{ username, title: 'Sign in', action: 'Login', description: 'Signed in' }]),
    'any',
  );
  return { ok: true as const, cookie, user };
}
