import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { mustStore } from '../store/unwritable.server';
import { takeClaim } from './claims.server';

export interface Filling {
  /** The posted token, which names this one filling of the form; without one nothing is compared. */
  token: FormDataEntryValue | null;
  /** The key of the signed-in user; empty for a form of a signed-out screen. */
  owner: string;
  /** Identifies the form and its values: the same token with other values, from a page in the browser's history, is no repetition. */
  content: unknown;
}

/**
 * Does a form's work once for its token: a double click or a resent request is led to where the first
 * one led. When the work ends without a redirect, nothing was saved and the token may be used again. The
 * work is given a key that is the same when it is begun anew after a process has ended in the middle of it.
 */
export async function once<T>(
  filling: Filling,
  work: (key?: string) => Promise<T>,
): Promise<T | Response> {
  const { token, owner, content } = filling;
  if (typeof token !== 'string' || token === '') return work();
  // The token is not stored: without it nobody can guess the content, perhaps a password, from the hash.
  const hash = createHash('sha256').update(JSON.stringify([token, content]));
  const key = { username: owner, token: hash.digest('base64url') };
  const claimed = await mustStore(() => takeClaim(key));
  if (!claimed.isMine) return redirect(claimed.location);
  const { claim } = claimed;
  try {
    const result = await work(key.token);
    const location = result instanceof Response ? result.headers.get('location') : null;
    await (location ? claim.finish(location) : claim.release());
    return result;
  } catch (error) {
    await claim.release();
    throw error;
  }
}
