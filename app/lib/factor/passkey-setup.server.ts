import { redirect } from '@remix-run/node';
import type { Result } from 'shared/result';
import type { FieldView } from '../core/form/form-view';
import { addPasskey } from '../core/proof/check-passkey.server';
import { CHALLENGE_MS } from '../core/proof/passkey-challenges.server';
import { removePasskey } from '../core/proof/passkey-store.server';
import { setSessionFields } from '../core/session/change-session.server';
import { FACTOR_PATH } from '../core/session/factor-path';
import type { SignedIn } from '../core/session/guard.server';
import {
  endOtherSessions,
  FACTOR_ADDED,
  SIGNED_OUT_ELSEWHERE,
} from '../core/session/own-sessions.server';
import { readSession } from '../core/session/read-session.server';
import type { PasskeySetup } from '../core/session/session-data';
import { CODES_PATH } from './app-setup.server';
import { sealNewCodes } from './new-codes.server';

export const passkeyNameField: FieldView = {
  name: 'name',
  label: 'Name of the passkey',
  hint: 'The name of the device or of the security key, for example Office laptop.',
  control: 'text',
  value: '',
  required: true,
  readOnly: false,
  autoComplete: 'off',
};

/**
 * Notes the name of the passkey that a user who has proved who they are is about to make. Redirects to the page that
 * makes it.
 */
export async function namePasskey({ session }: SignedIn, name: string): Promise<Response> {
  await setSessionFields(session.token, { passkeySetup: { name, at: Date.now() } });
  return redirect(FACTOR_PATH);
}

/** Stores the new passkey, and redirects. Fails with a message for users if it was refused. */
export async function storeNewPasskey(
  { user, session: { id, token }, toast }: SignedIn,
  request: Request,
  posted: string,
): Promise<Result<Response, string>> {
  const setup = await readPasskeySetup(request);
  if (!setup) {
    await toast({ kind: 'error', text: 'Nothing was added, because it took too long. Try again' });
    return { ok: true, value: redirect(FACTOR_PATH) };
  }
  const added = await addPasskey(user, token, { name: setup.name, posted });
  if (!added.ok) return added;
  const codes = added.value;
  const ended = await endOtherSessions(user, id, FACTOR_ADDED);
  const texts = [
    ...(codes.length > 0 ? [] : ['The passkey was added']),
    ...(ended > 0 ? [SIGNED_OUT_ELSEWHERE] : []),
  ];
  await setSessionFields(token, {
    ...{ passkeySetup: undefined, provenAt: Date.now() },
    ...(codes.length > 0 && { recoveryCodes: sealNewCodes(user, codes) }),
    ...(texts.length > 0 && { toast: { kind: 'success', text: texts.join('. ') } }),
  });
  return { ok: true, value: redirect(codes.length > 0 ? CODES_PATH : FACTOR_PATH) };
}

/** Removes a passkey of the user, and redirects to the page of the second factor. */
export async function removeOwnPasskey({ user, toast }: SignedIn, id: string): Promise<Response> {
  const text = (await removePasskey(user, id))
    ? 'The passkey was removed'
    : 'The passkey had been removed already';
  await toast({ kind: 'success', text });
  return redirect(FACTOR_PATH);
}

/** Returns the passkey that the user is adding, or undefined if there is none or if it has expired. */
export async function readPasskeySetup(request: Request): Promise<PasskeySetup | undefined> {
  const setup = (await readSession(request)).get('passkeySetup');
  const age = Date.now() - (setup?.at ?? 0);
  return setup && age >= 0 && age <= CHALLENGE_MS ? setup : undefined;
}
