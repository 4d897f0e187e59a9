import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { ApiError } from '../host/api-result';
import { describeRequestError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { log } from '../server/log.server';
import { isActive, type SignedInUser, signedInUserSchema } from '../session/user';

/** The error for a sign-in that the host or the panel refused. Its message is shown to the user. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';

  constructor(
    message: string,
    /** True if the attempt counts as failed. False if the host could not check the password because of an error. */
    readonly isFailedAttempt: boolean,
  ) {
    super(message);
  }
}

export const authenticator = new Authenticator<SignedInUser>().use(
  new FormStrategy(async ({ form }) =>
    authenticateUser(String(form.get('email') ?? '').trim(), String(form.get('password') ?? '')),
  ),
  'form',
);

/** Asks the host for the active user with this name and password. Throws SignInRefused if there is none. */
async function authenticateUser(username: string, password: string): Promise<SignedInUser> {
  const result = await getApiHost().signIn(username, password);
  if (!result.ok) {
    const { error } = result;
    const message = describeRequestError(error, messages.loginFailed);
    throw new SignInRefused(message, countsAsFailedAttempt(error));
  }
  const row = result.value.items.at(0);
  // Some hosts accept the sign-in of a disabled user (wire.md). The panel does not.
  if (row && !isActive(row)) throw new SignInRefused('The account is not active', true);
  const user = signedInUserSchema.safeParse(row);
  if (!user.success) {
    log.warn({ path: 'login' }, 'the API host accepted a sign-in without identifying the user');
    throw new SignInRefused(messages.loginFailed, true);
  }
  return user.data;
}

/**
 * Returns whether an attempt with this error counts as failed, because the host may have checked the password. It did
 * not check the password if its response was a server error (5xx) or did not arrive. After any other response the
 * attempt counts, so that the number of guesses stays limited.
 */
export function countsAsFailedAttempt(error: ApiError): boolean {
  if (error.kind === 'refused' || error.kind === 'unreadable') return true;
  return error.status !== undefined && error.status < 500;
}
