import { failWith, type Result } from 'shared/result';
import { mustStore } from '../server/unwritable.server';
import { ALGORITHMS } from './ask-passkey.server';
import type { FactorOwner } from './factor-store.server';
import { parseNewPasskey, parseProof } from './passkey-answers';
import { takeChallenge } from './passkey-challenges.server';
import { findParty } from './passkey-party.server';
import { listPasskeys, noteUse, storePasskey } from './passkey-store.server';

export const passkeyMessages = {
  refused: 'The passkey was not accepted. Try again, or enter a code',
  late: 'The passkey was used too late, or twice. Try again',
  noAddress:
    'Passkeys cannot be used at this address of the panel: it must begin with https and have a domain. Use an authenticator app or a recovery code, or tell the person who runs the panel',
  notAdded: 'The passkey was not added. Try again',
  known: 'This passkey has been added already, or you have too many passkeys. Nothing was added',
};

/** The reason why a passkey was refused. */
interface PasskeyRefusal {
  message: string;
  /** False if the user has only waited too long, or if passkeys cannot be used here. */
  isFailedAttempt: boolean;
}

/**
 * Checks the answer of a passkey with which a user proves who they are. Returns undefined if it is correct: it must be
 * the answer to the session's challenge, from the panel's address, signed by a passkey of this user that has verified
 * the user, with a counter that has gone up if it counts. `token` is the session's secret token.
 */
export async function checkPasskey(
  user: FactorOwner,
  token: string,
  posted: string,
): Promise<PasskeyRefusal | undefined> {
  const refused = { message: passkeyMessages.refused, isFailedAttempt: true };
  const party = findParty();
  if (!party) return { message: passkeyMessages.noAddress, isFailedAttempt: false };
  const parsed = parseProof(posted);
  if (!parsed) return refused;
  const { answer, challenge } = parsed;
  if (!(await mustStore(() => takeChallenge(token, 'prove', challenge))))
    return { message: passkeyMessages.late, isFailedAttempt: false };
  const passkey = (await listPasskeys(user)).find(({ credentialId }) => credentialId === answer.id);
  if (!passkey) return refused;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { credentialId: id, publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    ...{ response: answer, expectedChallenge: challenge, requireUserVerification: true },
    ...{ expectedOrigin: party.origin, expectedRPID: party.id },
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    // The library throws an error for each answer that it refuses, and for malformed ones.
  }).catch(() => undefined);
  if (!verified?.verified) return refused;
  const { newCounter } = verified.authenticationInfo;
  return (await mustStore(() => noteUse(passkey.id, newCounter))) ? undefined : refused;
}

/**
 * Checks the answer of a new passkey and stores it under a name. Returns the recovery codes if it is the first part of
 * the user's second factor, or else no codes. Fails with a message for users if the passkey was refused.
 */
export async function addPasskey(
  user: FactorOwner,
  token: string,
  { name, posted }: { name: string; posted: string },
): Promise<Result<string[], string>> {
  const party = findParty();
  if (!party) return failWith(passkeyMessages.noAddress);
  const parsed = parseNewPasskey(posted);
  if (!parsed) return failWith(passkeyMessages.notAdded);
  const { answer, challenge } = parsed;
  if (!(await mustStore(() => takeChallenge(token, 'add', challenge))))
    return failWith(passkeyMessages.late);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    ...{ response: answer, expectedChallenge: challenge, requireUserVerification: true },
    ...{ expectedOrigin: party.origin, expectedRPID: party.id },
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) return failWith(passkeyMessages.notAdded);
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const codes = await mustStore(() =>
    storePasskey(user, {
      ...{ credentialId: id, publicKey: Buffer.from(publicKey), counter, name },
      ...{ transports: answer.response.transports, rpId: party.id },
    }),
  );
  return codes ? { ok: true, value: codes } : failWith(passkeyMessages.known);
}
