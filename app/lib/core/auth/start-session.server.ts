import { recordLogin } from '../host/audit.server';
import { enterDurably } from '../host/audit-intents.server';
import { forgetOldSummaries } from '../messenger/conversations/saved.server';
import { mustStore } from '../server/unwritable.server';
import { readSession } from '../session/read-session.server';
import { sessionStorage } from '../session/session.server';
import type { PendingSignIn } from '../session/session-data';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';
import { describeDevice } from './device';

/** The time in milliseconds in which the code of the second factor must follow the password. */
const PENDING_MS = 5 * 60_000;

interface Identified {
  user: SignedInUser;
  /** The name with which the user has signed in. */
  account: string;
}

/**
 * Starts the session of a user who has signed in, and returns its cookie. Ends the session that the browser had before,
 * and adds the sign-in to the audit log.
 */
export async function startSession(
  request: Request,
  { user, account }: Identified,
): Promise<string> {
  await sessionStorage.destroySession(await readSession(request));
  await forgetOldSummaries();
  const session = await sessionStorage.getSession();
  session.set('user', user);
  session.set('account', account);
  session.set('provenAt', Date.now());
  session.set('device', describeDevice(request.headers.get('user-agent')));
  const cookie = await sessionStorage.commitSession(session);
  recordLogin(user.username);
  const { username } = user;
  await mustStore(
    () => enterDurably([{ username, title: 'Sign in', action: 'Login', description: 'Signed in' }]),
    'any',
  );
  return cookie;
}

/** Starts a session that waits for the code of the user's second factor, and returns its cookie. */
export async function startPending(request: Request, identified: Identified): Promise<string> {
  await sessionStorage.destroySession(await readSession(request));
  const session = await sessionStorage.getSession();
  session.set('pending', { ...identified, owner: getUserKey(identified.user), at: Date.now() });
  return sessionStorage.commitSession(session);
}

/** Returns the sign-in that waits for a code, or undefined if there is none or if it has expired. */
export async function readPending(request: Request): Promise<PendingSignIn | undefined> {
  const pending = (await readSession(request)).get('pending');
  if (!pending || pending.owner !== getUserKey(pending.user)) return undefined;
  const age = Date.now() - pending.at;
  return age >= 0 && age <= PENDING_MS ? pending : undefined;
}
