import { createHmac, randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { formInputs } from '../form/form-view';
import { getPanelKeys } from '../server/keys.server';
import { getSessionCookie } from './session.server';

/**
 * Returns the new token of a session whose user changes their password with this form. The token is computed
 * from the earlier token, the form token and the passwords, so that a repetition of the same post produces the
 * same token without storing it. Nobody without these values can compute it. Without a form token, the new token is
 * random.
 */
export function computeRenewedToken(earlier: string, form: FormData): string {
  const formToken = form.get(formInputs.token);
  if (typeof formToken !== 'string' || formToken === '')
    return randomBytes(32).toString('base64url');
  const content = [earlier, formToken, form.get('current'), form.get('password')];
  return createHmac('sha256', getPanelKeys().ring.current.derive('sessions', 'renewed'))
    .update(JSON.stringify(content))
    .digest('base64url');
}

/**
 * Returns the response to a repeated post that has already renewed this session, such as after a double click:
 * a redirect to the profile, with the cookie that the browser may not have received. Returns undefined for any
 * other post.
 */
export async function answerRepetition(
  earlier: string,
  form: FormData,
): Promise<Response | undefined> {
  const cookie = await getSessionCookie(computeRenewedToken(earlier, form));
  return cookie ? redirect('/profile', { headers: { 'Set-Cookie': cookie } }) : undefined;
}
