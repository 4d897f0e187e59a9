import { redirect } from '@remix-run/node';
import type { Database } from 'backend/db/types';
import { setFormGuard } from '../form/form-guard.server';
import { readUndeclaredForm } from '../form/read-form.server';
import { countEvent } from '../host/security-counts.server';
import { log } from '../server/log.server';
import { refuseRequest } from '../server/refuse';
import { setRequestUser } from '../server/request-scope.server';
import { tryToStore } from '../server/unwritable.server';
import { setSessionFields, storeChecked, storeToast } from './change-session.server';
import { isCheckDue, requestCurrentUser } from './check-user.server';
import { endUserSessions } from './end-sessions.server';
import {
  getLoginPath,
  redirectToSetup,
  redirectToSignIn,
  redirectToUnlock,
} from './guard-redirects.server';
import { touchSession } from './live-sessions.server';
import { mustSetUpFactor } from './must-set-up.server';
import { getSessionEnds } from './own-sessions.server';
import { isPost } from './page-request';
import { mayWrite, readOnlyMessage } from './permissions';
import { readSession } from './read-session.server';
import { refuseForeignPost } from './refuse-foreign-post.server';
import { refuseFormerRole } from './refuse-former-role.server';
import { type ReadFields, saveLateForm } from './save-posted-form.server';
import type { Toast } from './session-data';
import type { SignedInUser } from './user';

export interface SignedIn {
  user: SignedInUser;
  session: {
    /** The public id of the session. It does not give access to the session. */
    id: string;
    /**
     * The time at which the session ends if it is not used again, and the time at which it ends in any case, in
     * milliseconds since the epoch.
     */
    ends: { idle: number; latest: number };
    /** The name with which the user has signed in. */
    account: string;
    /** The secret token of the session, which must not leave the server except in the cookie. */
    token: string;
    isLocked: boolean;
  };
  /** True if the user has to set up a second factor first. Only guards with `withoutFactor` let such users pass. */
  mustSetUpFactor: boolean;
  /** Stores a message that the next page of this session shows, in a transaction if one is given. */
  toast(toast: Toast, transaction?: Database): Promise<void>;
  /** Stores that the user has proved now who they are. */
  noteProof(): Promise<void>;
}

interface GuardOptions {
  /**
   * False if every role may post, because the post does not change records of the study. Otherwise, a post
   * requires a role that may change records.
   */
  write?: boolean;
  /** False for requests that do not extend the session, such as those that ask when the session ends. */
  touch?: boolean;
  /**
   * True for the pages that a locked session can open: those that lock, unlock and sign out. Needs no second factor.
   */
  locked?: boolean;
  /** True for the pages on which users set up the second factor that they must have, and for signing out. */
  withoutFactor?: boolean;
}

/**
 * Returns the signed-in user and their session. Every loader and action of a signed-in page calls this first.
 * Throws a redirect to the sign-in page if nobody is signed in, to the page that unlocks if the session is locked, or
 * to the page of the second factor if the user must set one up. Throws a 403 response for a post that another site
 * sent, and for a change that the user's role does not allow. When the form of a post has been read, does all of this
 * again, and throws a 403 response if the role has changed since (lib/form/read-form.server.ts).
 */
export async function requireSignedIn(
  request: Request,
  options: GuardOptions = {},
): Promise<SignedIn> {
  await refuseForeignPost(request);
  const signedIn = await admit(request, options, () => readUndeclaredForm(request));
  const { user, session } = signedIn;
  setFormGuard(request, {
    async checkAgain(fields) {
      const now = await admit(request, options, async () => fields);
      await refuseFormerRole(request, {
        before: user,
        now: now.user,
        token: session.token,
        fields,
      });
    },
    keepLate: async (fields) =>
      (await saveLateForm(request, session.token, async () => fields)) !== undefined,
  });
  return signedIn;
}

/** Does what requireSignedIn says, once. */
async function admit(
  request: Request,
  { write = true, touch = true, locked = false, withoutFactor = locked }: GuardOptions,
  read: ReadFields,
): Promise<SignedIn> {
  const session = await readSession(request);
  const token = session.id;
  const record = session.get('record');
  if (!record || !session.has('user')) throw await redirectToSignIn(request, token, read);
  if (isCheckDue(record.checked_at)) await checkUser(request, session);
  const user = session.get('user');
  if (!user) throw await redirectToSignIn(request, token, read);
  setRequestUser(user.username);
  const isLocked = record.locked_at !== null;
  if (isLocked && !locked) throw await redirectToUnlock(request, token, read);
  const seenAt = Number(record.seen_at);
  const usedAt = touch ? await touchSession(token, seenAt) : seenAt;
  const mustSetUp = await mustSetUpFactor(user);
  if (mustSetUp && !withoutFactor) throw await redirectToSetup(request, token, read);
  if (write && isPost(request) && !mayWrite(user)) {
    log.warn({ role: user.role }, 'a change was refused: the role is read-only');
    const reason = 'A change was refused: the role is read-only';
    await countEvent({ action: 'Refused', username: user.username, what: reason });
    refuseRequest(403, readOnlyMessage);
  }
  return {
    user,
    session: {
      id: record.public_id ?? '',
      ends: getSessionEnds(Number(record.created_at), usedAt),
      account: session.get('account') ?? user.username,
      token,
      isLocked,
    },
    mustSetUpFactor: mustSetUp,
    async noteProof() {
      await setSessionFields(token, { provenAt: Date.now() });
    },
    toast: (toast, transaction) => storeToast(token, toast, transaction),
  };
}

/**
 * Checks with the host that the session's user is still active. Ends all sessions of an inactive user and
 * throws a redirect to the sign-in page. If the host confirms the user, updates the user's name, role and email
 * address in the session. If the host does not answer, the user stays signed in and is checked again after
 * SESSION_RECHECK_SECONDS.
 */
async function checkUser(request: Request, session: Awaited<ReturnType<typeof readSession>>) {
  const user = session.get('user');
  if (!user) return;
  const checkedAt = session.get('record')?.checked_at ?? null;
  const current = await requestCurrentUser(`${session.id} ${checkedAt}`, user, async (current) => {
    if (current === 'inactive') {
      await endUserSessions(user, 'the user is not active any more');
      log.info('all sessions of a user were ended: the user is not active any more');
      return;
    }
    const isChanged =
      typeof current === 'object' && JSON.stringify(current) !== JSON.stringify(user);
    await tryToStore(() => storeChecked(session.id, checkedAt, isChanged ? current : undefined));
  });
  if (current === 'inactive') throw redirect(getLoginPath(request));
  if (typeof current === 'object') session.set('user', current);
}

/**
 * Throws a redirect to the home page if the user is signed in. Every loader and action of a signed-out page
 * calls this first. Throws a 403 response for a post that another site sent.
 */
export async function requireSignedOut(request: Request): Promise<void> {
  await refuseForeignPost(request);
  const session = await readSession(request);
  if (session.has('user')) throw redirect('/home');
  setFormGuard(request, { checkAgain: async () => {}, keepLate: async () => false });
}
