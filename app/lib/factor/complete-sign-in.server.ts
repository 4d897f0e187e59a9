import { parseWithZod } from '@conform-to/zod/v4';
import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { readPending, startSession } from '../auth/start-session.server';
import { refuseForNow } from '../auth/throttle.server';
import { type FieldView, formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { getCurrentUser } from '../session/check-user.server';
import { checkProof } from './check-proof.server';

/** The path of the page that asks for the code of the second factor. */
const CODE_PATH = '/login/code';

/** Returns the address of this page. `to` is the address that was asked for. */
export function getCodePath(to: string | null): string {
  return to ? `${CODE_PATH}?to=${encodeURIComponent(to)}` : CODE_PATH;
}

const ENTER_CODE = 'Enter the code';
export const codeSchema = z.string({ error: ENTER_CODE }).max(100, 'The code is too long');
const schema = z.object({ code: codeSchema });

export const codeField: FieldView = {
  name: 'code',
  label: 'Code',
  hint: 'The six digits that your authenticator app shows now, or one of your recovery codes.',
  control: 'text',
  value: '',
  required: true,
  readOnly: false,
  autoComplete: 'one-time-code',
};

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
  const failure = await checkProof({ ...pending, address }, submission.value);
  if (failure) {
    const { message, retryAfter } = failure;
    if (retryAfter !== undefined)
      return refuseForNow(submission.reply({ ...hidden, formErrors: [message] }), retryAfter);
    const fieldErrors = { code: [message] };
    return { ok: false as const, reply: submission.reply({ ...hidden, fieldErrors }) };
  }
  const current = await getCurrentUser(pending.user);
  if (current === 'inactive') throw redirect('/login');
  const user = current ?? pending.user;
  return { ok: true as const, user, cookie: await startSession(request, { user, account }) };
}
