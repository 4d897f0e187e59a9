import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { passwordSchema } from '../core/auth/password-field';
import { refuseForNow } from '../core/auth/throttle.server';
import { formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { askForNewPasskey } from '../core/proof/ask-passkey.server';
import { passkeyMessages } from '../core/proof/check-passkey.server';
import { checkProof, type FormResult } from '../core/proof/check-proof.server';
import { codeSchema } from '../core/proof/code-field';
import { MAX_ANSWER } from '../core/proof/passkey-answers';
import { findParty } from '../core/proof/passkey-party.server';
import { requireRecentProof, takeProof } from '../core/proof/require-recent-proof.server';
import { setSessionFields } from '../core/session/change-session.server';
import { FACTOR_PATH } from '../core/session/factor-path';
import type { SignedIn } from '../core/session/guard.server';
import { hasFactor } from '../core/session/must-set-up.server';
import { beginApp, confirmApp } from './app-setup.server';
import { namePasskey, removeOwnPasskey, storeNewPasskey } from './passkey-setup.server';

const formSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('begin'), password: passwordSchema.optional() }),
  z.object({ intent: z.literal('confirm'), code: codeSchema.optional() }),
  z.object({ intent: z.literal('cancel') }),
  z.object({
    intent: z.literal('name-passkey'),
    name: z
      .string({ error: 'Name is required' })
      .trim()
      .min(1, 'Name is required')
      .max(60, 'Name can have at most 60 characters'),
  }),
  z.object({
    intent: z.literal('add-passkey'),
    credential: z.string({ error: passkeyMessages.notAdded }).max(MAX_ANSWER),
  }),
  z.object({ intent: z.literal('remove-passkey'), id: z.string().max(64) }),
]);
const fields = ['intent', 'password', 'code', 'name', 'credential', 'id', formInputs.proof];
const hidden = { hideFields: ['password', 'code', 'credential'] };

/**
 * Handles the forms of the page of the second factor: sets up an authenticator app, adds a passkey or removes one.
 * Redirects, or returns the reply with the errors.
 */
export async function changeSetup(
  signedIn: SignedIn,
  request: Request,
  address: string,
): Promise<FormResult> {
  const { user, session } = signedIn;
  const form = await readForm(request, { fields });
  const proof = takeProof(form);
  const submission = parseWithZod(form, { schema: formSchema });
  if (submission.status !== 'success') return { ok: false, reply: submission.reply(hidden) };
  const refuse = (field: string, message: string): FormResult => ({
    ok: false,
    reply: submission.reply({ ...hidden, fieldErrors: { [field]: [message] } }),
  });
  const askProof = async (): Promise<FormResult | undefined> => {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (!refusal) return undefined;
    const { question, retryAfter } = refusal;
    const reply = submission.reply({ ...hidden, formErrors: [question.message] });
    return { ok: false, reply: { ...reply, proof: question }, retryAfter };
  };
  const { value } = submission;
  switch (value.intent) {
    case 'cancel':
      return cancelSetup(signedIn);
    case 'begin': {
      // With a passkey, the password alone must not add an app.
      if (await hasFactor(user)) return (await askProof()) ?? beginApp(signedIn);
      const { password } = value;
      if (password === undefined) return refuse('password', 'Enter your password');
      const { account, token } = session;
      const failure = await checkProof({ user, account, address, token }, { password });
      if (!failure) return beginApp(signedIn);
      const { message, retryAfter } = failure;
      return retryAfter === undefined
        ? refuse('password', message)
        : refuseForNow(submission.reply({ ...hidden, formErrors: [message] }), retryAfter);
    }
    case 'confirm': {
      const done = await confirmApp(signedIn, request, value.code);
      return done.ok ? done.value : refuse('code', done.error);
    }
    case 'name-passkey':
      if (!findParty()) return refuse('name', passkeyMessages.noAddress);
      return (await askProof()) ?? namePasskey(signedIn, value.name);
    case 'add-passkey': {
      const done = await storeNewPasskey(signedIn, request, value.credential);
      if (done.ok) return done.value;
      const reply = submission.reply({ ...hidden, formErrors: [done.error] });
      const newPasskey = await askForNewPasskey(user, session.token);
      return { ok: false, reply: { ...reply, newPasskey } };
    }
    case 'remove-passkey':
      return (await askProof()) ?? removeOwnPasskey(signedIn, value.id);
  }
}

async function cancelSetup({ session }: SignedIn): Promise<Response> {
  await setSessionFields(session.token, { factorSetup: undefined, passkeySetup: undefined });
  return redirect(FACTOR_PATH);
}
