import type { ApiError } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { config } from '../server/config.server';
import { isActive, type SignedInUser, signedInUserSchema } from './user';

/** Returns whether it is time to ask the host again about a signed-in user. */
export function isCheckDue(checkedAt: number | null): boolean {
  const age = Date.now() - Number(checkedAt ?? 0);
  // Negative when a clock was wrong.
  return Math.abs(age) > config.SESSION_RECHECK_SECONDS * 1000;
}

/**
 * The user's row at the host now; 'gone' if the user was disabled or deleted, undefined if the host does not answer: a
 * host that is down signs nobody out.
 */
export type CurrentUser = SignedInUser | 'gone' | undefined;

const lookUps = new Map<string, Promise<CurrentUser>>();

/**
 * Asks the host about the user of a session, and has `settle` store what it says. Requests that need this at the same
 * time share one look-up.
 */
export function shareCurrentUser(
  session: string,
  user: SignedInUser,
  settle: (now: CurrentUser) => Promise<void>,
): Promise<CurrentUser> {
  const running = lookUps.get(session);
  if (running) return running;
  const lookUp = getCurrentUser(user)
    .then(async (now) => {
      await settle(now);
      return now;
    })
    .finally(() => lookUps.delete(session));
  lookUps.set(session, lookUp);
  return lookUp;
}

async function getCurrentUser(user: SignedInUser): Promise<CurrentUser> {
  if (!user.id) return undefined;
  const result = await getApiHost().get(`user/id/${encodeURIComponent(user.id)}`);
  if (!result.ok) return readFailedLookup(result.error);
  const row = result.value.items.at(0);
  if (!row) return undefined;
  // A row without any status says nothing; only a plain word ends a session.
  if ((row.u_status ?? row.user_status ?? '') !== '' && !isActive(row)) return 'gone';
  const read = signedInUserSchema.safeParse(row).data;
  // Another user under this id is not the one who signed in.
  if (read && read.username !== user.username) return 'gone';
  return read && { ...read, id: user.id };
}

function readFailedLookup(error: ApiError): CurrentUser {
  // A host refuses for many reasons; these words are those of a look-up that failed (wire.md).
  const isNotFound = error.kind === 'refused' && /could not be found/i.test(error.message);
  return isNotFound ? 'gone' : undefined;
}
