import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { countEvent } from '../host/security-counts.server';
import { getPublicUrl } from '../server/config.server';
import { log } from '../server/log.server';
import { cachePerRequest, setRequestUser } from '../server/request-scope.server';
import { tryToStore } from '../server/unwritable.server';
import { isCheckDue, shareCurrentUser } from './check-user.server';
import { saveExpiredForm } from './drafts.server';
import { endUserSessions } from './end-sessions.server';
import { foreignPostMessage, isForeignPost } from './foreign-post';
import { getSessionEnds } from './own-sessions.server';
import { mayWrite, readOnlyMessage } from './permissions';
import { noteUserChecked, sessionStorage, type Toast, touchSession } from './session.server';
import type { SignedInUser } from './user';

export interface SignedIn {
  user: SignedInUser;
  session: {
    /** Names the session; it opens nothing. */
    id: string;
    /** Milliseconds since the epoch. */
    ends: { idle: number; latest: number };
    /** For this request's own use; it never leaves the server. */
    token: string;
  };
  /** Shows a message on the next page of this session. */
  toast(toast: Toast): Promise<void>;
}

interface GuardOptions {
  /** False for the few posts that change no data, which every role may send. */
  write?: boolean;
  /** False for requests that do not prolong the session, such as the check of its own end. */
  touch?: boolean;
}

/**
 * The first line of every signed-in loader and action: who is signed in, or the way to the sign-in
 * page. Also refuses a post that another site sent, and a change that the user's role may not make.
 */
export async function requireSignedIn(
  request: Request,
  { write = true, touch = true }: GuardOptions = {},
): Promise<SignedIn> {
  await refuseForeignPost(request);
  const session = await readSession(request);
  const record = session.get('record');
  if (!record || !session.has('user')) throw await leadToSignIn(request, session.id);
  if (isCheckDue(record.checked_at)) await checkUser(request, session);
  const user = session.get('user');
  if (!user) throw await leadToSignIn(request, session.id);
  setRequestUser(user.username);
  const seenAt = Number(record.seen_at);
  const usedAt = touch ? await touchSession(session.id, seenAt) : seenAt;
  if (write && isPost(request) && !mayWrite(user)) {
    log.warn({ role: user.role }, 'a change was refused: the role is read-only');
    const reason = 'A change was refused: the role is read-only';
    await countEvent({ action: 'Refused', username: user.username, what: reason });
    throw new Response(readOnlyMessage, { status: 403 });
  }
  return {
    user,
    session: {
      id: record.public_id ?? '',
      ends: getSessionEnds(Number(record.created_at), usedAt),
      token: session.id,
    },
    async toast(toast) {
      session.flash('toast', toast);
      await sessionStorage.commitSession(session);
    },
  };
}

/** Ends the sessions of a user who is not active any more; a changed name or role takes effect. */
async function checkUser(request: Request, session: Awaited<ReturnType<typeof readSession>>) {
  const user = session.get('user');
  if (!user) return;
  const now = await shareCurrentUser(session.id, user, async (now) => {
    if (now === 'gone') {
      await endUserSessions(user, 'the user is not active any more');
      log.info('a session was ended: its user is not active any more');
      return;
    }
    await noteUserChecked(session.id, session.get('record')?.checked_at ?? null);
    if (typeof now !== 'object' || JSON.stringify(now) === JSON.stringify(user)) return;
    session.set('user', now);
    await sessionStorage.commitSession(session);
  });
  if (now === 'gone') throw redirect(getLoginPath(request));
  if (typeof now === 'object') session.set('user', now);
}

/** Returns the redirect to the sign-in. A posted form is saved as a draft, which its user finds after signing in. */
async function leadToSignIn(request: Request, token: string): Promise<Response> {
  if (!isPost(request) || !token) return redirect(getLoginPath(request));
  const path = await saveExpiredForm(request, token);
  return redirect(path ? `/login?to=${encodeURIComponent(path)}&kept=1` : '/login');
}

/** The first line of every signed-out loader and action: leads home who is signed in already. */
export async function requireSignedOut(request: Request): Promise<void> {
  await refuseForeignPost(request);
  const session = await readSession(request);
  if (session.has('user')) throw redirect('/home');
}

/** The message left by the request before, once. */
export async function takeToast(request: Request): Promise<Toast | undefined> {
  if (!(await readSession(request)).has('toast')) return undefined;
  // Anew: what another tab has changed meanwhile must not be written over.
  const session = await readSessionAnew(request);
  const toast = session.get('toast');
  if (toast) await tryToStore(() => sessionStorage.commitSession(session));
  return toast;
}

/** Returns the request's session. The loaders of a page share it; a post reads it again. */
export function readSession(request: Request) {
  return isPost(request)
    ? readSessionAnew(request)
    : cachePerRequest('session', () => readSessionAnew(request));
}

function readSessionAnew(request: Request) {
  return sessionStorage.getSession(request.headers.get('cookie'));
}

/** Throws a 403 response for a post that another site sent. */
export async function refuseForeignPost(request: Request): Promise<void> {
  const foreign = isForeignPost({
    method: request.method,
    origin: request.headers.get('origin'),
    site: request.headers.get('sec-fetch-site'),
    hosts: [new URL(request.url).host, new URL(getPublicUrl()).host],
  });
  if (!foreign) return;
  await enterForeignPost(request.headers.get('cookie') ?? undefined);
  throw new Response(foreignPostMessage, { status: 403 });
}

/** Enters in the audit log in whose session another site has sent a form; without a session nothing. */
export async function enterForeignPost(cookie: string | undefined): Promise<void> {
  if (!cookie) return;
  const username = (await sessionStorage.getSession(cookie)).get('user')?.username;
  const reason = 'A form that another site sent was refused';
  if (username) await countEvent({ action: 'Refused', username, what: reason });
}

/**
 * Returns the path to open after signing in: a path of this panel that fits in a header, never another site.
 * Returns the home page for a path that no browser sends, such as one with a control character.
 */
export function checkReturnPath(raw: string | null): string {
  const path = z
    .string()
    .max(2_000)
    .regex(/^\/(?![/\\])[^\\\s\p{Cc}\p{Cs}]*$/u)
    .safeParse(raw);
  return path.success ? path.data.replace(/[^\x21-\x7e]/gu, encodeURIComponent) : '/home';
}

function getLoginPath(request: Request): string {
  if (isPost(request)) return '/login';
  const to = pagePath(request);
  return to === '/home' || to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`;
}

/** The page's own address, also when only its data is asked for. */
export function pagePath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  return url.pathname.replace(/\.data$/, '') + url.search;
}

function isPost({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
