import { apiGet } from '../api/client.server';
import type { ApiFault } from '../api/envelope';
import { config } from '../config.server';
import { isActive, type SignedInUser, signedInUserSchema } from './user';

/** Returns whether it is time to ask the host again about a signed-in user. */
export function isCheckDue(checkedAt: number | null): boolean {
  const age = Date.now() - Number(checkedAt ?? 0);
  // Negative when a clock was wrong.
  return Math.abs(age) > config.SESSION_RECHECK_SECONDS * 1000;
}

/**
 * The user as the host has them now; 'gone' when they were disabled or deleted, undefined when the
 * host cannot tell. A host that is down signs nobody out.
 */
export async function currentUser(user: SignedInUser): Promise<SignedInUser | 'gone' | undefined> {
  if (!user.id) return undefined;
  const result = await apiGet(`user/id/${encodeURIComponent(user.id)}`);
  if (!result.ok) return isNotFound(result.fault) ? 'gone' : undefined;
  const row = result.value.items.at(0);
  if (!row) return undefined;
  // A row without any status says nothing; only a plain word ends a session.
  if ((row.u_status ?? row.user_status ?? '') !== '' && !isActive(row)) return 'gone';
  const read = signedInUserSchema.safeParse(row).data;
  // Another user under this id is not the one who signed in.
  if (read && read.username !== user.username) return 'gone';
  return read;
}

/** A host refuses for many reasons; these words are those of a look-up that failed (wire.md). */
function isNotFound(fault: ApiFault): boolean {
  return fault.kind === 'refused' && /could not be found/i.test(fault.message ?? '');
}
