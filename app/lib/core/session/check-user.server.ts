import type { ApiError } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { type Load, shareLoad } from '../host/share-load.server';
import { config } from '../server/config.server';
import { isActive, type SignedInUser, signedInUserSchema } from './user';

/** Returns true if the host must confirm again that a signed-in user is active. */
export function isCheckDue(checkedAt: number | null): boolean {
  const age = Date.now() - Number(checkedAt ?? 0);
  // The age is negative if a clock was wrong.
  return Math.abs(age) > config.SESSION_RECHECK_SECONDS * 1000;
}

/**
 * The user as the host knows them now. 'inactive' if the user is disabled or deleted, or if the id now has another
 * username. Undefined if the answer shows neither, because an unavailable host must not sign anyone out.
 */
type CurrentUser = SignedInUser | 'inactive' | undefined;

const lookUps = new Map<string, Load<CurrentUser>>();

/**
 * Requests the user of a session from the host, and passes the result to `storeResult`. Concurrent
 * requests of the same session share one look-up, unless the session was marked for a check after the look-up had
 * begun: `session` names the session and the time of its last check.
 */
export function requestCurrentUser(
  session: string,
  user: SignedInUser,
  storeResult: (now: CurrentUser) => Promise<void>,
): Promise<CurrentUser> {
  return shareLoad(lookUps, session, async () => {
    const now = await getCurrentUser(user);
    await storeResult(now);
    return now;
  });
}

/** Requests a user from the host. */
export async function getCurrentUser(user: SignedInUser): Promise<CurrentUser> {
  if (!user.id) return undefined;
  const result = await getApiHost().get(`user/id/${encodeURIComponent(user.id)}`);
  if (!result.ok) return readFailedLookup(result.error);
  const row = result.value.items.at(0);
  if (!row) return undefined;
  // Only an explicit status ends a session. A row without a status does not show that the user is inactive.
  if ((row.u_status ?? row.user_status ?? '') !== '' && !isActive(row)) return 'inactive';
  const read = signedInUserSchema.safeParse(row).data;
  // The id now belongs to another user.
  if (read && read.username !== user.username) return 'inactive';
  return read && { ...read, id: user.id };
}

function readFailedLookup(error: ApiError): CurrentUser {
  // A host may refuse for many reasons. This message means that the record does not exist (wire.md).
  const isNotFound = error.kind === 'refused' && /could not be found/i.test(error.message);
  return isNotFound ? 'inactive' : undefined;
}
