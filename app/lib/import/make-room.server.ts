import type { SignedInUser } from '../core/session/user';
import { findNewestImport, isWorkedOn } from './newest-import.server';
import { forgetPending, listPendingTokens } from './pending.server';

/** The maximum number of stored imports per user. It is more than one, because a user can work in several tabs. */
const MAX_PENDING = 4;

/**
 * Deletes a user's oldest imports, except those that a process works on, until another import can be stored. Returns
 * false if too many imports remain, because they are running or because another request has just changed them.
 */
export async function makeRoom(user: SignedInUser): Promise<boolean> {
  const tokens = await listPendingTokens(user);
  let excess = tokens.length - (MAX_PENDING - 1);
  for (const token of tokens) {
    if (excess <= 0) break;
    const pending = await findNewestImport(user, token);
    if (pending && (await isWorkedOn(pending))) continue;
    if (!pending || (await forgetPending(pending))) excess -= 1;
  }
  return excess <= 0;
}
