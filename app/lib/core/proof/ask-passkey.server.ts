import { createHash } from 'node:crypto';
import type { FactorQuestion } from '../form/form-view';
import type { PasskeyQuestion } from '../form/passkey-question';
import { config } from '../server/config.server';
import { tryToStore } from '../server/unwritable.server';
import { getUserKey } from '../session/user-key.server';
import { type FactorOwner, findFactor } from './factor-store.server';
import { CHALLENGE_MS, issueChallenge, type Purpose } from './passkey-challenges.server';
import { findParty, type RelyingParty } from './passkey-party.server';
import { listPasskeys, type StoredPasskey } from './passkey-store.server';

/** ES256, EdDSA and RS256, by their numbers in COSE: one of them suits every authenticator. */
export const ALGORITHMS = [-7, -8, -257];

/** Returns the question for the second factor of a user, with a new challenge for the session with this token. */
export async function askForFactor(user: FactorOwner, token: string): Promise<FactorQuestion> {
  const factor = await findFactor(user);
  return { hasApp: factor?.hasApp ?? false, passkey: await askForPasskey(user, token) };
}

/**
 * Returns the question for one of the user's passkeys, with a new challenge for the session with this secret token.
 * Returns undefined if the user has no passkey for the panel's address.
 */
async function askForPasskey(
  user: FactorOwner,
  token: string,
): Promise<PasskeyQuestion | undefined> {
  const party = findParty();
  const usable = party ? await listUsable(user, party) : [];
  const challenge = usable.length > 0 ? await issue(token, 'prove') : undefined;
  if (!party || !challenge) return undefined;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    ...{ rpID: party.id, challenge, timeout: CHALLENGE_MS, userVerification: 'required' },
    allowCredentials: usable.map(describeCredential),
  });
  return { kind: 'prove', origin: party.origin, options };
}

/**
 * Returns the question for a new passkey, with a new challenge for the session. Returns undefined if the panel has no
 * address for which browsers make passkeys.
 */
export async function askForNewPasskey(
  user: FactorOwner,
  token: string,
): Promise<PasskeyQuestion | undefined> {
  const party = findParty();
  const challenge = party && (await issue(token, 'add'));
  if (!party || !challenge) return undefined;
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { extensions: _, ...options } = await generateRegistrationOptions({
    ...{ rpName: config.PRODUCT_NAME, rpID: party.id, challenge, timeout: CHALLENGE_MS },
    ...{ userName: user.username, userDisplayName: user.username },
    // The authenticator may show or send this id, so it names nobody.
    userID: new Uint8Array(createHash('sha256').update(getUserKey(user)).digest()),
    ...{ attestationType: 'none', supportedAlgorithmIDs: ALGORITHMS },
    // A passkey that is not discoverable leaves no username on the device.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    excludeCredentials: (await listUsable(user, party)).map(describeCredential),
  });
  return { kind: 'add', origin: party.origin, options };
}

async function listUsable(user: FactorOwner, party: RelyingParty): Promise<StoredPasskey[]> {
  return (await listPasskeys(user)).filter(({ rpId }) => rpId === party.id);
}

/** Returns a new challenge as bytes, or undefined if the data folder cannot be written to. */
async function issue(
  token: string,
  purpose: Purpose,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let challenge: string | undefined;
  await tryToStore(async () => {
    challenge = await issueChallenge(token, purpose);
  });
  return challenge === undefined ? undefined : new Uint8Array(Buffer.from(challenge, 'base64url'));
}

function describeCredential({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports };
}
