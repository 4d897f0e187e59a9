import { countEvent } from '../host/security-counts.server';
import { requireSignedIn, type SignedIn } from './guard.server';
import { isAdministrator, noOverviewMessage } from './permissions';

/**
 * Returns the signed-in user and their session, like requireSignedIn. Throws a 403 response if the user is no
 * administrator. The loader and the action of the home page's settings call this first.
 */
export async function requireAdministrator(request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request);
  const { user } = signedIn;
  if (isAdministrator(user)) return signedIn;
  const reason = 'The settings of the home page were refused: only administrators may open them';
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  throw new Response(noOverviewMessage, { status: 403 });
}
