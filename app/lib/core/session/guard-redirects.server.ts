import { redirect, redirectDocument } from '@remix-run/node';
import { UNLOCK_PATH } from '../../menu';
import { toReturnParameter } from '../addresses/return-path.server';
import { storeToast } from './change-session.server';
import { FACTOR_PATH } from './factor-path';
import { getPagePath, isPost } from './page-request';
import {
  type ReadFields,
  saveExpiredForm,
  saveFormBeforeSetup,
  saveLockedForm,
} from './save-posted-form.server';
import { getUnlockPath } from './unlock-path.server';

const setupDraftMessage =
  'The form was not saved. A draft of it is saved for 15 minutes: set up your second factor, then open the form again.';

/**
 * Returns a redirect to the sign-in page. If the request posts a form, and the user of the expired session is known,
 * saves the form as a draft, which the user can open after signing in (lib/session/unsent-form.ts).
 */
export async function redirectToSignIn(
  request: Request,
  token: string,
  read: ReadFields,
): Promise<Response> {
  if (!isPost(request) || !token) return redirect(getLoginPath(request));
  const path = await saveExpiredForm(request, token, read);
  return redirect(
    path ? `/login?to=${encodeURIComponent(toReturnParameter(path))}&draft=1` : '/login',
  );
}

/**
 * Returns a redirect to the page that unlocks the session. If the request posts a form, the post is not carried out, and
 * the form is saved as a draft, like that of an expired session. The browser loads a new document, so that no data of
 * the page before stays in its memory.
 */
export async function redirectToUnlock(
  request: Request,
  token: string,
  read: ReadFields,
): Promise<Response> {
  if (!isPost(request)) return redirectDocument(getUnlockPath(getPagePath(request)));
  const path = await saveLockedForm(request, token, read);
  return redirectDocument(path ? `${getUnlockPath(path)}&draft=1` : UNLOCK_PATH);
}

/**
 * Returns a redirect to the page on which the user sets up a second factor. If the request posts the form of a
 * record, the form is saved as a draft, and a message says so.
 */
export async function redirectToSetup(
  request: Request,
  token: string,
  read: ReadFields,
): Promise<Response> {
  if (isPost(request) && (await saveFormBeforeSetup(request, token, read)))
    await storeToast(token, { kind: 'success', text: setupDraftMessage });
  return redirect(FACTOR_PATH);
}

/** Returns the address of the sign-in page. After a sign-in there, a page that was asked for opens. */
export function getLoginPath(request: Request): string {
  if (isPost(request)) return '/login';
  const to = getPagePath(request);
  return to === '/home' || to === '/'
    ? '/login'
    : `/login?to=${encodeURIComponent(toReturnParameter(to))}`;
}
