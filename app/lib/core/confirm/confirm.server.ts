import { data } from '@remix-run/node';
import { type FormReply, formInputs, type ProofQuestion } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { type Once, withIdempotencyKey } from '../form/with-idempotency-key.server';
import { requireRecentProof, takeProof } from '../proof/require-recent-proof.server';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';

/** The posted form of a confirmation page. */
export interface Confirmation {
  /** The inputs, without the token and the proof. */
  form: FormData;
  token: FormDataEntryValue | null;
  /** The typed reason. Empty if there is none. */
  reason: string;
  /** The code, the answer of a passkey or the password with which users prove who they are. */
  proof: string;
}

/** Reads the form of a confirmation page, which may have further `inputs`. Throws like readForm. */
export async function readConfirmation(
  request: Request,
  inputs: readonly string[] = [],
): Promise<Confirmation> {
  const form = await readForm(request, { fields: [...inputs, formInputs.token, formInputs.proof] });
  const proof = takeProof(form);
  const token = form.get(formInputs.token);
  form.delete(formInputs.token);
  return { form, token, reason: String(form.get('reason') ?? '').trim(), proof };
}

interface Work {
  /** The work and its values. A post with the same token and other content is not a repetition. */
  content: unknown;
  /** The network address of the client, if the work needs a recent proof of who the user is. */
  proveFrom?: string;
}

/**
 * Does the work that a user has confirmed, only once per token, and returns its result. If the user must prove who they
 * are first, does nothing, and returns the reply with the question. `work` receives what withIdempotencyKey gives.
 */
export async function confirmOnce<T>(
  signedIn: SignedIn,
  confirmation: Confirmation,
  { content, proveFrom }: Work,
  work: (once?: Once) => Promise<T>,
) {
  if (proveFrom !== undefined) {
    const refusal = await requireRecentProof(signedIn, confirmation.proof, proveFrom);
    if (refusal) {
      const { question, status } = refusal;
      return refuseConfirmation(confirmation, question.message, status, { proof: question });
    }
  }
  const filling = { token: confirmation.token, owner: getUserKey(signedIn.user), content };
  return withIdempotencyKey(filling, work);
}

/**
 * Returns the reply of a page that has done nothing, with the error and with all that was typed. The error is about the
 * `field`, if given.
 */
export function refuseConfirmation(
  { form }: Confirmation,
  error: string,
  status: number,
  { field = '', proof }: { field?: string; proof?: ProofQuestion } = {},
) {
  const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  return data<FormReply>(
    { status: 'error', initialValue, error: { [field]: [error] }, proof },
    status,
  );
}
