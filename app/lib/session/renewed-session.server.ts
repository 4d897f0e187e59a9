import { createHmac, randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { formInputs } from '../form/form-view';
import { getPanelKeys } from '../server/keys.server';
import { getSessionCookie } from './session.server';

/**
 * Returns the token that a session gets when this form changes its user's password. A repetition of the same
 * post leads to the same token, and nothing about it needs to be stored: only a browser that has the earlier
 * token, and that sends the same passwords and the same form token, can make it.
 */
export function findRenewedToken(earlier: string, form: FormData): string {
  const formToken = form.get(formInputs.token);
  if (typeof formToken !== 'string' || formToken === '')
    return randomBytes(32).toString('base64url');
  const content = [earlier, formToken, form.get('current'), form.get('password')];
  return createHmac('sha256', getPanelKeys().ring.current.derive('sessions', 'renewed'))
    .update(JSON.stringify(content))
    .digest('base64url');
}

/**
 * Returns the answer to the repetition of a post that has renewed this session, such as by a double click: the
 * profile, with the cookie that the browser may not have received. Returns undefined for any other post.
 */
export async function answerRepetition(
  earlier: string,
  form: FormData,
): Promise<Response | undefined> {
  const cookie = await getSessionCookie(findRenewedToken(earlier, form));
  return cookie ? redirect('/profile', { headers: { 'Set-Cookie': cookie } }) : undefined;
}
