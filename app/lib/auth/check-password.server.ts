import { mustStore } from '../server/unwritable.server';
import type { SignedInUser } from '../session/user';
import { readAccountName } from './account-name.server';
import { SignInRefused } from './authenticator.server';
import { enterFailedAttempt } from './failed-attempt.server';
import { type Attempt, startAttempt, uncountAttempt } from './throttle.server';

export type CheckedPassword =
  | { ok: true; user: SignedInUser }
  /** `wait` is the number of seconds after which the next attempt may be made. The password was not checked. */
  | { ok: false; wait: number }
  | { ok: false; refused: SignInRefused };

/**
 * Counts an attempt to enter a password, and checks it with `check`. After a wrong password, enters the attempt in the
 * audit log, and makes the account or the address wait after too many of them. The caller calls `recordSuccess`.
 */
export async function checkPassword(
  attempt: Attempt,
  what: Parameters<typeof enterFailedAttempt>[2],
  check: () => Promise<SignedInUser>,
): Promise<CheckedPassword> {
  const wait = await mustStore(() => startAttempt(attempt));
  if (wait > 0) return { ok: false, wait };
  try {
    return { ok: true, user: await check() };
  } catch (error) {
    const refused = error instanceof SignInRefused;
    if (refused && error.isFailedAttempt)
      await enterFailedAttempt(attempt, await readAccountName(attempt.account), what);
    else await uncountAttempt(attempt);
    if (!refused) throw error;
    return { ok: false, refused: error };
  }
}
