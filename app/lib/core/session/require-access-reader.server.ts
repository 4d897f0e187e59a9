import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import { requireSignedIn, type SignedIn } from './guard.server';
import { mayReadAccesses, noAccessesMessage } from './permissions';

/**
 * Returns the signed-in user and their session, like requireSignedIn. Throws a 403 response if the user may not read
 * the access log of all users. Every loader of the pages of that log calls this first.
 */
export async function requireAccessReader(request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request, { write: false });
  await refuseOtherReaders(signedIn);
  return signedIn;
}

/** Throws a 403 response if the user may not read the access log of all users. */
export async function refuseOtherReaders({ user }: SignedIn): Promise<void> {
  if (mayReadAccesses(user)) return;
  const reason = 'The access log was refused: only administrators may read it';
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  refuseRequest(403, noAccessesMessage);
}
