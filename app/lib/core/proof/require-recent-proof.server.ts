import { type FactorQuestion, formInputs, type ProofQuestion } from '../form/form-view';
import { readProvenAt } from '../session/change-session.server';
import type { SignedIn } from '../session/guard.server';
import { hasFactor } from '../session/must-set-up.server';
import { askForFactor } from './ask-passkey.server';
import { checkProof } from './check-proof.server';

/** The time in milliseconds for which a proof is valid. */
const PROOF_MS = 10 * 60_000;

/** A form that is not carried out until its user has proved again who they are. */
export interface ProofRefusal {
  question: ProofQuestion;
  status: 400 | 429;
  /** The number of seconds to wait after too many wrong proofs. */
  retryAfter?: number;
}

/**
 * Returns what the user has entered in the field of the proof, and deletes it from the form, so that a reply, a draft
 * or an idempotency key never contains it. Every action that calls requireRecentProof calls this first.
 */
export function takeProof(form: FormData): string {
  const typed = form.get(formInputs.proof);
  form.delete(formInputs.proof);
  return typeof typed === 'string' ? typed : '';
}

/**
 * Returns undefined if the user has proved in the last ten minutes who they are, or does so now with `typed`: a code or
 * a passkey if they have a second factor, or else the password. Otherwise, returns the question that the form must show,
 * with everything that the user has entered (components/proof-field.tsx).
 */
export async function requireRecentProof(
  signedIn: SignedIn,
  typed: string,
  address: string,
): Promise<ProofRefusal | undefined> {
  const age = Date.now() - (await readProvenAt(signedIn.session.token));
  // The age is negative if a clock was wrong.
  if (age >= 0 && age <= PROOF_MS) return undefined;
  return requireProof(signedIn, typed, address);
}

/** Returns undefined if the user proves now who they are, as for `requireRecentProof`, or else the question. */
export async function requireProof(
  { user, session, noteProof }: SignedIn,
  typed: string,
  address: string,
): Promise<ProofRefusal | undefined> {
  const { account, token } = session;
  const kind = (await hasFactor(user)) ? 'code' : 'password';
  const ask = async (message?: string): Promise<ProofQuestion> => {
    const factor: FactorQuestion =
      kind === 'code' ? await askForFactor(user, token) : { hasApp: false };
    return { kind, ...factor, message: message ?? describeProof(kind, factor) };
  };
  if (typed === '') return { question: await ask(), status: 400 };
  const failure = await checkProof({ user, account, address, token }, { [kind]: typed });
  if (!failure) {
    await noteProof();
    return undefined;
  }
  const { message, retryAfter } = failure;
  return { question: await ask(message), status: retryAfter === undefined ? 400 : 429, retryAfter };
}

function describeProof(kind: ProofQuestion['kind'], { hasApp, passkey }: FactorQuestion): string {
  const code = hasApp ? 'a code of your authenticator app' : 'a recovery code';
  const typed = kind === 'code' ? code : 'your password';
  return `${passkey ? `Use your passkey, or enter ${code},` : `Enter ${typed}`} to confirm that it is you`;
}
