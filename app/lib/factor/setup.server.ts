import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { encode } from 'uqr';
import { z } from 'zod';
import { passwordField, passwordSchema } from '../auth/password-field';
import { refuseForNow } from '../auth/throttle.server';
import type { FieldView } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { config } from '../server/config.server';
import { formatMoment } from '../server/format-moment.server';
import { makeSealer } from '../server/seal.server';
import type { SignedIn } from '../session/guard.server';
import { isFactorRequired } from '../session/must-set-up.server';
import { readSession } from '../session/read-session.server';
import { sessionStorage } from '../session/session.server';
import { getUserKey } from '../session/user-key.server';
import { checkProof, type FormResult } from './check-proof.server';
import { codeField, codeSchema } from './complete-sign-in.server';
import { countRecoveryCodes, findFactor, storeFactor } from './factor-store.server';
import { keepNewCodes } from './new-codes.server';
import { buildSetupAddress, findStep, makeSecret } from './time-codes';

/** The time in milliseconds in which a user must confirm a new secret with a code. */
const SETUP_MS = 15 * 60_000;
export const CODES_PATH = '/profile/second-factor/codes';

const { seal, unseal } = makeSealer('second factor setup');

/** The input for the password on pages of the signed-in user. */
export const ownPasswordField: FieldView = { ...passwordField, label: 'Your password' };

const formSchema = z.object({
  intent: z.enum(['begin', 'confirm', 'cancel']),
  password: passwordSchema.optional(),
  code: codeSchema.optional(),
});

/** Loads the page of a user's second factor: what is set up, or the secret that is being set up. */
export async function loadSetup({ user, mustSetUpFactor }: SignedIn, request: Request) {
  const isRequired = isFactorRequired(user);
  const factor = await findFactor(user);
  if (factor) {
    const since = formatMoment(factor.createdAt, 'date-time');
    const codesLeft = await countRecoveryCodes(user);
    const canCheck = factor.secret !== undefined;
    return { state: 'on' as const, since, codesLeft, canCheck, isRequired };
  }
  const secret = await readSetup(user, request);
  if (secret === undefined)
    return { state: 'off' as const, fields: [ownPasswordField], isRequired, mustSetUpFactor };
  const fields = [{ ...codeField, hint: 'The six digits that your app shows now.' }];
  const address = buildSetupAddress(secret, config.PRODUCT_NAME, user.username);
  const spaced = secret.replace(/(.{4})(?!$)/g, '$1 ');
  return { state: 'setup' as const, fields, secret: spaced, square: drawSquare(address) };
}

/**
 * Handles the forms of the page: checks the password and makes a secret, stores the second factor if the code of the
 * app is correct, or forgets the secret. Redirects, or returns the reply with the errors.
 */
export async function changeSetup(
  signedIn: SignedIn,
  request: Request,
  address: string,
): Promise<FormResult> {
  const { user, session: own } = signedIn;
  const form = await readForm(request, { fields: ['intent', 'password', 'code'] });
  const submission = parseWithZod(form, { schema: formSchema });
  const hidden = { hideFields: ['password', 'code'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const refuse = (field: string, message: string) => ({
    ok: false as const,
    reply: submission.reply({ ...hidden, fieldErrors: { [field]: [message] } }),
  });
  const { intent, password, code } = submission.value;
  const session = await readSession(request);
  if (intent === 'cancel') {
    session.unset('factorSetup');
    await sessionStorage.commitSession(session);
    return redirect('/profile/second-factor');
  }
  if (intent === 'begin') {
    if (password === undefined) return refuse('password', 'Enter your password');
    const failure = await checkProof({ user, account: own.account, address }, { password });
    if (failure?.retryAfter !== undefined)
      return refuseForNow(
        submission.reply({ ...hidden, formErrors: [failure.message] }),
        failure.retryAfter,
      );
    if (failure) return refuse('password', failure.message);
    const secret = seal(makeSecret(), [getUserKey(user)]);
    session.set('factorSetup', { secret, at: Date.now() });
    await sessionStorage.commitSession(session);
    return redirect('/profile/second-factor');
  }
  const secret = await readSetup(user, request);
  // The form was posted twice, or too late.
  if (secret === undefined)
    return redirect((await findFactor(user)) ? CODES_PATH : '/profile/second-factor');
  if (code === undefined) return refuse('code', 'Enter the code');
  const step = findStep(secret, code, { now: Date.now(), lastStep: 0 });
  if (step === undefined)
    return refuse(
      'code',
      'The code is incorrect. Check that the clock of your phone is right, and enter the code that your app shows now',
    );
  const codes = await storeFactor(user, secret, step);
  session.unset('factorSetup');
  // Without codes, the user has set up another second factor meanwhile, and has not proved that they have it.
  if (codes) {
    session.set('provenAt', Date.now());
    keepNewCodes(session, user, codes);
  }
  await sessionStorage.commitSession(session);
  return redirect(CODES_PATH);
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

export type SetupView = Awaited<ReturnType<typeof loadSetup>>;
