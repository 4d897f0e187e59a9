import { parseWithZod } from '@conform-to/zod/v4';
import { waitMessage } from 'shared/wait-message';
import { z } from 'zod';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { mustStore } from '../server/unwritable.server';
import { hasFactor } from '../session/must-set-up.server';
import type { SignedInUser } from '../session/user';
import { readAccountName, rememberAccount } from './account-name.server';
import { authenticator, SignInRefused } from './authenticator.server';
import { emailField, emailSchema } from './email-field';
import { enterFailedAttempt } from './failed-attempt.server';
import { passwordField, passwordSchema } from './password-field';
import { startPending, startSession } from './start-session.server';
import { recordSuccess, refuseForNow, startAttempt, uncountAttempt } from './throttle.server';

const schema = z.object({ email: emailSchema, password: passwordSchema });

export const signInFields: FieldView[] = [emailField, passwordField];

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
  const wait = await mustStore(() => startAttempt(attempt));
  if (wait > 0) {
    metrics.signInFailures.inc({ reason: 'wait' });
    return refuseForNow(submission.reply({ ...hidden, formErrors: [waitMessage(wait)] }), wait);
  }
  let user: SignedInUser;
  try {
    user = await authenticator.authenticate(
      'form',
      new Request(request.url, { method: 'POST', body: form }),
    );
  } catch (error) {
    const refused = error instanceof SignInRefused;
    if (refused && error.isFailedAttempt)
      await enterFailedAttempt(attempt, await readAccountName(attempt.account), 'failed sign-in');
    else await uncountAttempt(attempt);
    if (!refused) throw error;
    if (error.isFailedAttempt) {
      metrics.signInFailures.inc({ reason: 'refused' });
      log.warn('a sign-in was refused');
    }
    return {
      ok: false as const,
      reply: submission.reply({ ...hidden, formErrors: [error.message] }),
    };
  }
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
