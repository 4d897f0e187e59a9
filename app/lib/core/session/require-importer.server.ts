import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import { requireSignedIn, type SignedIn } from './guard.server';
import { mayImport, noImportMessage } from './permissions';

/**
 * Returns the signed-in user and their session, like requireSignedIn. Throws a 403 response if the user may not
 * import. Every loader and action of the import pages calls this first.
 */
export async function requireImporter(request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request);
  const { user } = signedIn;
  if (mayImport(user)) return signedIn;
  const reason = 'An import was refused: only administrators may import files';
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  refuseRequest(403, noImportMessage);
}
