import { z } from 'zod';
import { makeSealer } from '../core/server/seal.server';
import { takeRecoveryCodes } from '../core/session/change-session.server';
import type { SignedIn } from '../core/session/guard.server';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';

const { seal, unseal } = makeSealer('recovery codes');

/** Encrypts new recovery codes for the session, from which one page shows them once. */
export function sealNewCodes(user: SignedInUser, codes: readonly string[]): string {
  return seal(JSON.stringify(codes), [getUserKey(user)]);
}

/** Returns the new recovery codes and deletes them from the session. Returns undefined if they were shown before. */
export async function takeNewCodes({ user, session }: SignedIn): Promise<string[] | undefined> {
  const sealed = await takeRecoveryCodes(session.token);
  const text = sealed && unseal(sealed, [getUserKey(user)])?.toString('utf8');
  return text === undefined ? undefined : z.array(z.string()).parse(JSON.parse(text));
}
