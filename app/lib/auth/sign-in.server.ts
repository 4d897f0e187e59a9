import { parseWithZod } from '@conform-to/zod/v4';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { hasFactor } from '../session/must-set-up.server';
import { rememberAccount } from './account-name.server';
import { authenticator } from './authenticator.server';
import { checkPassword } from './check-password.server';
import { emailField, emailSchema } from './email-field';
import { startPending, startSession } from './start-session.server';
import { recordSuccess, refuseForNow, uncountAttempt } from './throttle.server';

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
 * errors. If the user has a second factor, the session only waits for its code. Ends the session that the browser had
 * before.
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
  const { account } = attempt;
  if (await hasFactor(user)) {
    // The count of failures is reset only after the code. Otherwise, the password would allow any number of codes.
    await uncountAttempt(attempt);
    await rememberAccount(account, user.username);
    return {
      ok: true as const,
      needsCode: true as const,
      cookie: await startPending(request, { user, account }),
    };
  }
  await recordSuccess(attempt);
  await rememberAccount(attempt.account, user.username);
  const cookie = await startSession(request, { user, account });
  return { ok: true as const, needsCode: false as const, cookie, user };
}
