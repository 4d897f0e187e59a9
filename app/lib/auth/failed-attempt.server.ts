import { countEvent } from '../api/security-counts.server';
import { type Attempt, attemptFailed, networkName } from './throttle.server';

/**
 * Makes the next attempts wait when there were too many, and enters the failed one and the waits that it begins
 * in the audit log. `username` is an account's name, or a word that is none.
 */
export async function enterFailedAttempt(
  attempt: Attempt,
  username: string,
  what: 'failed sign-in' | 'wrong current password',
): Promise<void> {
  const address = networkName(attempt.address);
  const waits = await attemptFailed(attempt);
  await countEvent({ action: 'Failed sign-in', username, what, address });
  for (const { of, minutes } of waits)
    await countEvent({
      action: 'Lock-out',
      username,
      what: `Sign-ins ${of} wait for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} after failed ones`,
      address,
    });
}
