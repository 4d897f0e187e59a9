import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { passwordField, passwordSchema } from '../core/auth/password-field';
import { refuseForNow } from '../core/auth/throttle.server';
import type { FieldView } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { checkProof, type FormResult } from '../core/proof/check-proof.server';
import { log } from '../core/server/log.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { touchSession } from '../core/session/live-sessions.server';
import { setLocked } from './lock-session.server';

const schema = z.object({ password: passwordSchema });

export const unlockFields: FieldView[] = [passwordField];

/**
 * Unlocks the session with the posted password of its user, or returns the reply with the errors. A wrong password
 * counts as a failed sign-in, and does not extend the session.
 */
export async function unlock(
  { user, session }: SignedIn,
  request: Request,
  address: string,
): Promise<Exclude<FormResult, Response> | { ok: true }> {
  const form = await readForm(request, { fields: ['password'] });
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ['password'] };
  if (submission.status !== 'success') return { ok: false, reply: submission.reply(hidden) };
  const { account } = session;
  const failure = await checkProof(
    { user, account, address, token: session.token },
    submission.value,
    'wrong password to unlock',
  );
  if (failure) {
    log.warn('a session was not unlocked');
    const reply = submission.reply({ ...hidden, formErrors: [failure.message] });
    const { retryAfter } = failure;
    return retryAfter === undefined ? { ok: false, reply } : refuseForNow(reply, retryAfter);
  }
  await mustStore(() => setLocked(user, session.id, false), 'any');
  await touchSession(session.token, 0);
  return { ok: true };
}
