import { toText } from 'shared/list/values';
import { waitMessage } from 'shared/wait-message';
import { countsAsFailedAttempt } from '../auth/authenticator.server';
import { enterFailedAttempt } from '../auth/failed-attempt.server';
import { recordSuccess, startAttempt, uncountAttempt } from '../auth/throttle.server';
import type { FormReply } from '../form/form-view';
import type { ApiError } from '../host/api-result';
import { describeRequestError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages as hostMessages } from '../host/messages';
import { metrics } from '../server/metrics.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedInUser } from '../session/user';
import { checkPasskey } from './check-passkey.server';
import { claimStep, findFactor, useRecoveryCode } from './factor-store.server';
import { isPasskeyAnswer } from './passkey-answers';
import { isRecoveryCode } from './recovery-codes';
import { findStep } from './time-codes';

export const messages = {
  code: 'The code is incorrect or has been used. Enter the code that your app shows now, or a recovery code',
  recoveryCode: 'The recovery code is incorrect or has been used',
  lostKey:
    'Codes of your app can no longer be checked, because the panel’s key was lost. Enter a recovery code, or ask an administrator to remove your second factor',
  password: 'The password is incorrect',
};

/** The values that a user has entered to prove who they are. At least one must be given. */
export interface Proof {
  password?: string;
  /** A code of the authenticator app, a recovery code, or the answer of a passkey. */
  code?: string;
}

export interface Prover {
  user: SignedInUser;
  /** The name with which the user has signed in. */
  account: string;
  /** The network address of the client. */
  address: string;
  /** The secret token of the session. */
  token: string;
}

/** The redirect of a form, or its reply with the errors. */
export type FormResult = Response | { ok: false; reply: FormReply; retryAfter?: number };

export type ProofFailure = { field: keyof Proof; message: string; retryAfter?: number };

/**
 * Checks a password, a code or both, and returns undefined if they are correct. A wrong password or code counts as a
 * failed sign-in of the user and of the client's address, so that codes cannot be guessed; an error of the host does
 * not. `wrongPassword` is the audit log's name for a wrong password. A code is accepted once.
 */
export async function checkProof(
  prover: Prover,
  proof: Proof,
  wrongPassword: FailureName = 'wrong current password',
): Promise<ProofFailure | undefined> {
  const { user, address } = prover;
  const attempt = { account: user.username, address };
  const wait = await mustStore(() => startAttempt(attempt));
  const first = proof.password === undefined ? 'code' : 'password';
  if (wait > 0) {
    metrics.signInFailures.inc({ reason: 'wait' });
    return { field: first, message: waitMessage(wait), retryAfter: wait };
  }
  const failure =
    (proof.password === undefined ? undefined : await checkPassword(prover, proof.password)) ??
    (proof.code === undefined ? undefined : await checkCode(prover, proof.code));
  if (!failure) {
    await recordSuccess(attempt);
    return undefined;
  }
  const { field, message, isFailedAttempt, name } = failure;
  if (!isFailedAttempt) await uncountAttempt(attempt);
  else {
    metrics.signInFailures.inc({ reason: 'refused' });
    await enterFailedAttempt(attempt, user.username, name ?? wrongPassword);
  }
  return { field, message };
}

type FailureName = Parameters<typeof enterFailedAttempt>[2];
/** `name` is the audit log's name for the failure. Undefined for a wrong password. */
type Failure = ProofFailure & { isFailedAttempt: boolean; name?: FailureName };

async function checkPassword(
  { user, account }: Prover,
  password: string,
): Promise<Failure | undefined> {
  const refuse = (message: string, isFailedAttempt: boolean): Failure => ({
    ...{ field: 'password', message, isFailedAttempt },
  });
  const result = await getApiHost().signIn(account, password);
  if (!result.ok) {
    const isFailedAttempt = countsAsFailedAttempt(result.error);
    return refuse(describeFailure(result.error), isFailedAttempt);
  }
  const row = result.value.items.at(0);
  // The name may belong to another user now.
  const isSame =
    toText(row?.user_username) === user.username &&
    (user.id === '' || toText(row?.user_id) === user.id);
  return isSame ? undefined : refuse(messages.password, true);
}

function describeFailure(error: ApiError): string {
  return error.kind === 'refused'
    ? messages.password
    : describeRequestError(error, hostMessages.loginFailed);
}

async function checkCode({ user, token }: Prover, code: string): Promise<Failure | undefined> {
  const refuse = (message: string, isFailedAttempt: boolean): Failure => ({
    ...{ field: 'code', message, isFailedAttempt, name: 'wrong code of the second factor' },
  });
  if (isPasskeyAnswer(code)) {
    const refusal = await checkPasskey(user, token, code);
    return refusal && { field: 'code', ...refusal, name: 'refused passkey of the second factor' };
  }
  const factor = await findFactor(user);
  if (!factor) return refuse(messages.code, true);
  if (!isRecoveryCode(code) && !factor.hasApp) return refuse(messages.recoveryCode, true);
  if (isRecoveryCode(code))
    return (await mustStore(() => useRecoveryCode(user, code)))
      ? undefined
      : refuse(messages.code, true);
  const { secret, lastStep } = factor;
  if (secret === undefined) return refuse(messages.lostKey, false);
  const step = findStep(secret, code, { now: Date.now(), lastStep });
  if (step === undefined) return refuse(messages.code, true);
  return (await mustStore(() => claimStep(user, step))) ? undefined : refuse(messages.code, true);
}
