import { isUnderWay } from '../host/import-job';
import type { SignedInUser } from '../session/user';
import { findNewestImport } from './newest-import.server';
import { forgetPending, listPendingTokens } from './pending.server';

/** The imports of one user that are stored: two tabs may check a file each. */
const MAX_PENDING = 4;

/**
 * Deletes a user's oldest imports that are not under way, until there is room for another one. Returns false when
 * too many are under way.
 */
export async function makeRoom(user: SignedInUser): Promise<boolean> {
  const tokens = await listPendingTokens(user);
  let excess = tokens.length - (MAX_PENDING - 1);
  for (const token of tokens) {
    if (excess <= 0) break;
    const pending = await findNewestImport(user, token);
    // With a `lostId`, the host may be importing the file.
    if (pending && (pending.lostId || isUnderWay(pending.job))) continue;
    if (!pending || (await forgetPending(pending))) excess -= 1;
  }
  return excess <= 0;
}
