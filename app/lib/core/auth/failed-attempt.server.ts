import { getNetworkName } from 'shared/network-name';
import { countEvent } from '../host/security-counts.server';
import { type Attempt, recordFailure } from './throttle.server';

/**
 * Enters a failed attempt in the audit log. After too many failed attempts, makes the account, the address or both wait
 * before the next attempt, and enters each of these lock-outs too. `username` is the name of the account, or a fixed
 * text in its place if no account with the typed name is known.
 */
export async function enterFailedAttempt(
  attempt: Attempt,
  username: string,
  what:
    | 'failed sign-in'
    | 'wrong current password'
    | 'wrong password to unlock'
    | 'wrong code of the second factor'
    | 'refused passkey of the second factor',
): Promise<void> {
  const address = getNetworkName(attempt.address);
  const waits = await recordFailure(attempt);
  await countEvent({ action: 'Failed sign-in', username, what, address });
  for (const { scope, minutes } of waits)
    await countEvent({
      action: 'Lock-out',
      username,
      what: `Sign-ins ${scope === 'account' ? 'to the account' : 'from the address'} wait for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} after a failed attempt`,
      address,
    });
}
