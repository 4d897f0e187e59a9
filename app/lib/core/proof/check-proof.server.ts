import { toText } from 'shared/list/values';
import { waitMessage } from 'shared/wait-message';
import { countsAsFailedAttempt } from '../auth/authenticator.server';
import { enterFailedAttempt } from '../auth/failed-attempt.server';
import { type Attempt, recordSuccess, startAttempt, uncountAttempt } from '../auth/throttle.server';
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

const proofMessages = {
  code: 'The code is incorrect. Enter the code that your app shows now, or a recovery code',
  usedCode: 'This code has been used. Wait for the next one',
  recoveryCode: 'The recovery code is incorrect or has been used',
  lostKey:
    'Codes of your app can no longer be checked, because the panel’s key was lost. Enter a recovery code, or ask an administrator to remove your second factor',
  password: 'The password is incorrect',
};

/** The values that a user has entered to prove who they are. At least one must be given. */
interface Proof {
  password?: string;
  /** A code of the authenticator app, a recovery code, or the answer of a passkey. */
  code?: string;
}

interface Prover {
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

type ProofFailure = { field: keyof Proof; message: string; retryAfter?: number };

/**
 * Checks a password, a code or both, and returns undefined if they are correct. A wrong password counts as a failed
 * sign-in of the user and of the client's address; an error of the host does not. A wrong code counts for the user only,
 * so that codes cannot be guessed, and the wrong codes of one person do not make others at the same address wait.
 * `wrongPassword` is the audit log's name for a wrong password. A code is accepted once; sent again, it does not count.
 */
export async function checkProof(
  prover: Prover,
  proof: Proof,
  wrongPassword: FailureName = 'wrong current password',
): Promise<ProofFailure | undefined> {
  const { password, code } = proof;
  const attempt = { account: prover.user.username, address: prover.address };
  const failure =
    (password === undefined
      ? undefined
      : await tryOnce(attempt, 'password', wrongPassword, () => checkPassword(prover, password))) ??
    (code === undefined
      ? undefined
      : await tryOnce(
          { ...attempt, scope: 'account' },
          'code',
          'wrong code of the second factor',
          () => checkCode(prover, code),
        ));
  // The counts are reset only after everything that was asked for. Otherwise, the password would allow any number of
  // codes.
  if (!failure)
    await recordSuccess({ ...attempt, ...(password === undefined && { scope: 'account' }) });
  return failure;
}

/** Counts the attempt, makes it, and uncounts it unless it has failed. Returns the failure. */
async function tryOnce(
  attempt: Attempt,
  field: keyof Proof,
  name: FailureName,
  check: () => Promise<Failure | undefined>,
): Promise<ProofFailure | undefined> {
  const wait = await mustStore(() => startAttempt(attempt));
  if (wait > 0) {
    metrics.signInFailures.inc({ reason: 'wait' });
    return { field, message: waitMessage(wait), retryAfter: wait };
  }
  const failure = await check();
  if (!failure?.isFailedAttempt) await uncountAttempt(attempt);
  else {
    metrics.signInFailures.inc({ reason: 'refused' });
    await enterFailedAttempt(attempt, attempt.account, failure.name ?? name);
  }
  return failure && { field, message: failure.message };
}

type FailureName = Parameters<typeof enterFailedAttempt>[2];

interface Failure {
  message: string;
  isFailedAttempt: boolean;
  /** The audit log's name for a failure that has one of its own. */
  name?: FailureName;
}

async function checkPassword(
  { user, account }: Prover,
  password: string,
): Promise<Failure | undefined> {
  const refuse = (message: string, isFailedAttempt: boolean) => ({ message, isFailedAttempt });
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
  return isSame ? undefined : refuse(proofMessages.password, true);
}

function describeFailure(error: ApiError): string {
  return error.kind === 'refused'
    ? proofMessages.password
    : describeRequestError(error, hostMessages.loginFailed);
}

async function checkCode({ user, token }: Prover, code: string): Promise<Failure | undefined> {
  const refuse = (message: string, isFailedAttempt: boolean) => ({ message, isFailedAttempt });
  if (isPasskeyAnswer(code)) {
    const refusal = await checkPasskey(user, token, code);
    return refusal && { ...refusal, name: 'refused passkey of the second factor' };
  }
  const factor = await findFactor(user);
  if (isRecoveryCode(code))
    return factor && (await mustStore(() => useRecoveryCode(user, code)))
      ? undefined
      : refuse(proofMessages.recoveryCode, true);
  if (!factor) return refuse(proofMessages.code, true);
  if (!factor.hasApp) return refuse(proofMessages.recoveryCode, true);
  const { secret, lastStep } = factor;
  if (secret === undefined) return refuse(proofMessages.lostKey, false);
  const now = Date.now();
  const step = findStep(secret, code, { now, lastStep });
  if (step !== undefined && (await mustStore(() => claimStep(user, step)))) return undefined;
  const isUsed = findStep(secret, code, { now, lastStep: 0 }) !== undefined;
  return isUsed ? refuse(proofMessages.usedCode, false) : refuse(proofMessages.code, true);
}
