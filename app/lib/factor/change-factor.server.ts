import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { passwordSchema } from '../core/auth/password-field';
import { refuseForNow } from '../core/auth/throttle.server';
import { readForm } from '../core/form/read-form.server';
import { askForFactor } from '../core/proof/ask-passkey.server';
import { checkProof, type FormResult } from '../core/proof/check-proof.server';
import { codeSchema } from '../core/proof/code-field';
import { removeFactor, renewRecoveryCodes } from '../core/proof/factor-store.server';
import { setSessionFields } from '../core/session/change-session.server';
import { FACTOR_PATH } from '../core/session/factor-path';
import type { SignedIn } from '../core/session/guard.server';
import { hasFactor } from '../core/session/must-set-up.server';
import { CODES_PATH } from './app-setup.server';
import { sealNewCodes } from './new-codes.server';

const hidden = { hideFields: ['password', 'code'] };

/** Makes new recovery codes for a user who has entered a code or used a passkey. Redirects to the page that shows them once. */
export async function makeNewCodes(
  signedIn: SignedIn,
  request: Request,
  address: string,
): Promise<FormResult> {
  const { user, session } = signedIn;
  const checked = await checkForm(signedIn, request, address, z.object({ code: codeSchema }));
  if (checked) return checked;
  const codes = await renewRecoveryCodes(user);
  await setSessionFields(session.token, { recoveryCodes: sealNewCodes(user, codes) });
  return redirect(CODES_PATH);
}

/**
 * Turns off the second factor of a user who has entered the password, and a code or the answer of a passkey. Redirects
 * to its page.
 */
export async function turnOff(
  signedIn: SignedIn,
  request: Request,
  address: string,
): Promise<FormResult> {
  const { user, toast } = signedIn;
  const schema = z.object({ password: passwordSchema, code: codeSchema });
  const checked = await checkForm(signedIn, request, address, schema);
  if (checked) return checked;
  await removeFactor(user, user.username, 'Turned off their second factor');
  await toast({ kind: 'success', text: 'Your second factor is off' });
  return redirect(FACTOR_PATH);
}

/** Checks what the user has entered. Returns undefined if it is correct, or a redirect or the reply with the errors. */
async function checkForm(
  { user, session: { account, token } }: SignedIn,
  request: Request,
  address: string,
  schema: z.ZodType<{ password?: string; code: string }>,
): Promise<FormResult | undefined> {
  const form = await readForm(request, { fields: ['password', 'code'] });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  if (!(await hasFactor(user))) return redirect(FACTOR_PATH);
  const failure = await checkProof({ user, account, address, token }, submission.value);
  if (!failure) return undefined;
  const { field, message, retryAfter } = failure;
  if (retryAfter !== undefined)
    return refuseForNow(submission.reply({ ...hidden, formErrors: [message] }), retryAfter);
  const fieldErrors = { [field]: [message] };
  const reply = submission.reply({ ...hidden, fieldErrors });
  return { ok: false as const, reply: { ...reply, factor: await askForFactor(user, token) } };
}
