import { getNetworkName } from 'shared/network-name';
import { countEvent } from '../host/security-counts.server';
import { type Attempt, attemptFailed } from './throttle.server';

/**
 * Counts a failed attempt, which delays further attempts if there were too many. Adds the attempt and each
 * lock-out that it starts to the audit log. `username` is the name of an account or a fixed text.
 */
export async function enterFailedAttempt(
  attempt: Attempt,
  username: string,
  what: 'failed sign-in' | 'wrong current password',
): Promise<void> {
  const address = getNetworkName(attempt.address);
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
