import { z } from 'zod';
import { makeSealer } from '../server/seal.server';
import { readSession } from '../session/read-session.server';
import { sessionStorage } from '../session/session.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';

const { seal, unseal } = makeSealer('recovery codes');

/** Puts new recovery codes into the session, encrypted, for the page that shows them once. */
export function keepNewCodes(
  session: Awaited<ReturnType<typeof readSession>>,
  user: SignedInUser,
  codes: readonly string[],
): void {
  session.flash('recoveryCodes', seal(JSON.stringify(codes), [getUserKey(user)]));
}

/** Returns the new recovery codes and deletes them from the session. Returns undefined if they were shown before. */
export async function takeNewCodes(
  user: SignedInUser,
  request: Request,
): Promise<string[] | undefined> {
  const session = await readSession(request);
  const sealed = session.get('recoveryCodes');
  if (sealed === undefined) return undefined;
  await sessionStorage.commitSession(session);
  const text = unseal(sealed, [getUserKey(user)])?.toString('utf8');
  return text === undefined ? undefined : z.array(z.string()).parse(JSON.parse(text));
}
