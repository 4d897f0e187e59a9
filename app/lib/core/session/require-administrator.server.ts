import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import { requireSignedIn, type SignedIn } from './guard.server';
import { isAdministrator, noOverviewMessage } from './permissions';

/**
 * The message that the user sees, and the beginning of the sentence in the audit entry of a refusal, up to its verb,
 * such as "The settings were".
 */
interface AdministratorPage {
  page: string;
  message: string;
}

const homeSettings = {
  page: 'The settings of the home page were',
  message: noOverviewMessage,
};

/**
 * Returns the signed-in user and their session, like requireSignedIn. Throws a 403 response if the user is no
 * administrator. Pages for administrators call this first.
 */
export async function requireAdministrator(
  request: Request,
  { page, message }: AdministratorPage = homeSettings,
): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request);
  const { user } = signedIn;
  if (isAdministrator(user)) return signedIn;
  const reason = `${page} refused: only administrators may open them`;
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  refuseRequest(403, message);
}
