import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { mustStore } from '../server/unwritable.server';
import { type Claim, completeClaim, findLocation, takeClaim } from './claims.server';

export interface Filling {
  /** The posted token, which identifies this one filling of the form; without one nothing is compared. */
  token: FormDataEntryValue | null;
  /** The key of the signed-in user; empty for a form of a signed-out screen. */
  owner: string;
  /**
   * Identifies the form and its values: the same token with other content, from a page in the browser's
   * history, is no repetition.
   */
  content: unknown;
}

/**
 * Does the work of a form once for its token: a double click or a resent request is redirected to where the first one
 * was. When the work ends without a redirect, nothing was saved and the token may be used again. Passes a key to the
 * work, which is the same when the work begins again because a process has ended in the middle of it.
 */
export async function withIdempotencyKey<T>(
  filling: Filling,
  work: (key?: string) => Promise<T>,
): Promise<T | Response> {
  const { token, owner, content } = filling;
  if (typeof token !== 'string' || token === '') return work();
  // The token is not stored: without it nobody can guess the content, perhaps a password, from the hash.
  const hash = createHash('sha256')
    .update(JSON.stringify([token, content]))
    .digest('base64url');
  const claimed = await mustStore(() => claimOrFind(`${owner} ${hash}`));
  if (typeof claimed === 'string') return redirect(claimed);
  try {
    const result = await work(hash);
    const location = result instanceof Response ? result.headers.get('location') : null;
    await (location ? completeClaim(claimed, location) : claimed.release());
    return result;
  } catch (error) {
    await claimed.release();
    throw error;
  }
}

/** Takes the claim of a key, or returns the address to which its completed work redirected. */
async function claimOrFind(key: string): Promise<Claim | string> {
  for (;;) {
    const found = (await takeClaim('idempotency_key', key)) ?? (await findLocation(key));
    if (found !== undefined) return found;
  }
}
