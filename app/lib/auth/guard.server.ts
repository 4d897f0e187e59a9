import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { publicUrl } from '../api/embedded-host.server';
import { foreignPostMessage, isForeignPost } from './foreign-post';
import { sessionHash, sessionStorage, type Toast } from './session.server';
import type { SignedInUser } from './user';

export interface SignedIn {
  user: SignedInUser;
  /** Names the session in the panel's store. */
  session: string;
  /** Shows a message on the next page of this session. */
  toast(toast: Toast): Promise<void>;
}

/**
 * The first line of every signed-in loader and action: who is signed in, or the way to the sign-in
 * page. Also refuses a post that another site sent.
 */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  refuseForeignPost(request);
  const session = await readSession(request);
  const user = session.get('user');
  if (!user) throw redirect(loginPath(request));
  return {
    user,
    session: sessionHash(session),
    async toast(toast) {
      session.flash('toast', toast);
      await sessionStorage.commitSession(session);
    },
  };
}

/** The first line of every signed-out loader and action: leads home who is signed in already. */
export async function requireSignedOut(request: Request): Promise<void> {
  refuseForeignPost(request);
  const session = await readSession(request);
  if (session.has('user')) throw redirect('/home');
}

/** The message left by the request before, once. */
export async function takeToast(request: Request): Promise<Toast | undefined> {
  const session = await readSession(request);
  const toast = session.get('toast');
  if (toast) await sessionStorage.commitSession(session);
  return toast;
}

export function readSession(request: Request) {
  return sessionStorage.getSession(request.headers.get('cookie'));
}

/** Throws a 403 response for a post that another site sent. */
export function refuseForeignPost(request: Request): void {
  const foreign = isForeignPost({
    method: request.method,
    origin: request.headers.get('origin'),
    site: request.headers.get('sec-fetch-site'),
    hosts: [new URL(request.url).host, new URL(publicUrl()).host],
  });
  if (foreign) throw new Response(foreignPostMessage, { status: 403 });
}

/** Where the sign-in leads afterwards: a path of this panel, never another site. */
export function safeReturnPath(raw: string | null): string {
  const path = z
    .string()
    .max(2_000)
    .regex(/^\/(?![/\\])[^\\\s]*$/)
    .safeParse(raw);
  return path.success ? path.data : '/home';
}

function loginPath(request: Request): string {
  const url = new URL(request.url);
  if (request.method !== 'GET') return '/login';
  url.searchParams.delete('_routes');
  const to = url.pathname.replace(/\.data$/, '') + url.search;
  return to === '/home' || to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`;
}
