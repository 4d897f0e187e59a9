import { countEvent } from '../host/security-counts.server';
import { requireSignedIn, type SignedIn } from './guard.server';
import { mayImport, noImportMessage } from './permissions';

/** The first line of what only administrators may do: like requireSignedIn, or a refusal with a reason. */
export async function requireImporter(request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request);
  const { user } = signedIn;
  if (mayImport(user)) return signedIn;
  const reason = 'An import was refused: only administrators import';
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  throw new Response(noImportMessage, { status: 403 });
}
