import { redirect } from '@remix-run/node';
import { failWith, type Result } from 'shared/result';
import { encode } from 'uqr';
import { findFactor, storeFactor } from '../core/proof/factor-store.server';
import { buildSetupAddress, findStep, makeSecret } from '../core/proof/time-codes';
import { config } from '../core/server/config.server';
import { makeSealer } from '../core/server/seal.server';
import { setSessionFields } from '../core/session/change-session.server';
import { FACTOR_PATH } from '../core/session/factor-path';
import type { SignedIn } from '../core/session/guard.server';
import {
  endOtherSessions,
  FACTOR_ADDED,
  SIGNED_OUT_ELSEWHERE,
} from '../core/session/own-sessions.server';
import { readSession } from '../core/session/read-session.server';
import { getUserKey } from '../core/session/user-key.server';
import { sealNewCodes } from './new-codes.server';

/** The time in milliseconds in which a user must confirm a new secret with a code. */
const SETUP_MS = 15 * 60_000;
export const CODES_PATH = '/profile/second-factor/codes';

const { seal, unseal } = makeSealer('second factor setup');

/** Puts a new secret into the session of a user who has proved who they are. Redirects to the page that shows it. */
export async function beginApp({ user, session }: SignedIn): Promise<Response> {
  const secret = seal(makeSecret(), [getUserKey(user)]);
  await setSessionFields(session.token, { factorSetup: { secret, at: Date.now() } });
  return redirect(FACTOR_PATH);
}

/**
 * Stores the authenticator app if its code is correct, and redirects. Fails with the message for the field if the code is
 * wrong or missing.
 */
export async function confirmApp(
  { user, session }: SignedIn,
  request: Request,
  code: string | undefined,
): Promise<Result<Response, string>> {
  const secret = await readSetup(user, request);
  // The form was posted twice, or too late.
  if (secret === undefined)
    return { ok: true, value: redirect((await findFactor(user)) ? CODES_PATH : FACTOR_PATH) };
  if (code === undefined) return failWith('Enter the code');
  const step = findStep(secret, code, { now: Date.now(), lastStep: 0 });
  if (step === undefined)
    return failWith(
      'The code is incorrect. Check that the clock of your phone is right, and enter the code that your app shows now',
    );
  const codes = await storeFactor(user, secret, step);
  const ended = codes ? await endOtherSessions(user, session.id, FACTOR_ADDED) : 0;
  await setSessionFields(session.token, {
    factorSetup: undefined,
    ...(ended > 0 && { toast: { kind: 'success', text: SIGNED_OUT_ELSEWHERE } }),
    // Without codes, the user has set up another second factor meanwhile, and has not proved that they have it.
    ...(codes && { provenAt: Date.now() }),
    ...(codes && codes.length > 0 && { recoveryCodes: sealNewCodes(user, codes) }),
  });
  return { ok: true, value: redirect(codes?.length === 0 ? FACTOR_PATH : CODES_PATH) };
}

/** Returns the secret that the user is setting up, as text and as a QR code. Undefined if there is none. */
export async function loadAppSetup(user: SignedIn['user'], request: Request) {
  const secret = await readSetup(user, request);
  if (secret === undefined) return undefined;
  const address = buildSetupAddress(secret, config.PRODUCT_NAME, user.username);
  const spaced = secret.replace(/(.{4})(?!$)/g, '$1 ');
  return { secret: spaced, square: drawSquare(address) };
}

/** Returns the secret that the user is setting up, or undefined if there is none or if it has expired. */
async function readSetup(user: SignedIn['user'], request: Request): Promise<string | undefined> {
  const setup = (await readSession(request)).get('factorSetup');
  const age = Date.now() - (setup?.at ?? 0);
  if (!setup || age < 0 || age > SETUP_MS) return undefined;
  return unseal(setup.secret, [getUserKey(user)])?.toString('utf8');
}

/** Returns a QR code as an SVG path, and the number of modules of its sides with the margin. */
function drawSquare(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
