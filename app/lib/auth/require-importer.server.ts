import { requireSignedIn, type SignedIn } from './guard.server';
import { mayImport, noImportMessage } from './permissions';

/** The first line of what only administrators may do: like requireSignedIn, or a refusal with a reason. */
export async function requireImporter(request: Request): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request);
  if (!mayImport(signedIn.user)) throw new Response(noImportMessage, { status: 403 });
  return signedIn;
}
