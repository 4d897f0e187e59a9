import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { readPending, startSession } from '../auth/start-session.server';
import { refuseForNow } from '../auth/throttle.server';
import { type FactorQuestion, formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { getCurrentUser } from '../session/check-user.server';
import { readSession } from '../session/read-session.server';
import { askForFactor } from './ask-passkey.server';
import { checkProof } from './check-proof.server';
import { codeSchema } from './code-field';

/** The path of the page that asks for the code of the second factor. */
const CODE_PATH = '/login/code';

/** Returns the question for the second factor of a sign-in that waits for it. Undefined if there is none. */
export async function askPending(request: Request): Promise<FactorQuestion | undefined> {
  const pending = await readPending(request);
  return pending && askForFactor(pending.user, (await readSession(request)).id);
}

/** Returns the address of this page. `to` is the address that was asked for. */
export function getCodePath(to: string | null): string {
  return to ? `${CODE_PATH}?to=${encodeURIComponent(to)}` : CODE_PATH;
}

const schema = z.object({ code: codeSchema });

/**
 * Completes a sign-in with the code of the second factor. Returns the user and the cookie of a new session, or the
 * reply with the errors. Throws a redirect to the sign-in page if no sign-in waits for a code.
 */
export async function completeSignIn(request: Request, address: string) {
  const pending = await readPending(request);
  if (!pending) throw redirect('/login');
  const form = await readForm(request, { fields: ['code', formInputs.token] });
  const submission = parseWithZod(form, { schema });
  const hidden = { hideFields: ['code'] };
  if (submission.status !== 'success')
    return { ok: false as const, reply: submission.reply(hidden) };
  const { account } = pending;
  const token = (await readSession(request)).id;
  const failure = await checkProof({ ...pending, address, token }, submission.value);
  if (failure) {
    const { message, retryAfter } = failure;
    if (retryAfter !== undefined)
      return refuseForNow(submission.reply({ ...hidden, formErrors: [message] }), retryAfter);
    const reply = submission.reply({ ...hidden, fieldErrors: { code: [message] } });
    return { ok: false as const, reply: { ...reply, factor: await askPending(request) } };
  }
  const current = await getCurrentUser(pending.user);
  if (current === 'inactive') throw redirect('/login');
  const user = current ?? pending.user;
  return { ok: true as const, user, cookie: await startSession(request, { user, account }) };
}
