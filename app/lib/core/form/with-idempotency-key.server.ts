import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import type { Database } from 'backend/db/types';
import { refuseBusy } from '../server/refuse';
import { mustStore } from '../server/unwritable.server';
import { type Claim, findLocation, takeClaim } from './claims.server';

/** The identity of a posted form, by which repetitions of the post are recognized. */
export interface Filling {
  /**
   * The posted token, which identifies the copy of the form that was filled in. Without a token, repetitions are not
   * recognized.
   */
  token: FormDataEntryValue | null;
  /** The key of the signed-in user. Empty for a form of a signed-out screen. */
  owner: string;
  /**
   * The form and its values. A post with the same token and other content is not a repetition, because it comes from a
   * page in the browser's history.
   */
  content: unknown;
}

/** Completes a form in the transaction of the change for which it asked. */
export type CompleteForm = (transaction: Database) => Promise<void>;

/** The parts by which the work of a posted form is done only once. */
export interface Once {
  /** Stays the same if the process ends during the work and the request is repeated. */
  key: string;
  /** Returns the function that completes the form, whose work redirects to `location`. */
  completeWith(location: string): CompleteForm;
}

/**
 * Does the work of a posted form only once. A repeated request, for example after a double click, is redirected to the
 * same address as the first request. If the work ends without a redirect, nothing was saved, and the form can be posted
 * again with the same token. `work` receives nothing if the form has no token.
 */
export async function withIdempotencyKey<T>(
  filling: Filling,
  work: (once?: Once) => Promise<T>,
): Promise<T | Response> {
  const { token, owner, content } = filling;
  if (typeof token !== 'string' || token === '') return work();
  // The token is not stored. Without it, the content, which may be a password, cannot be guessed from the hash.
  const hash = createHash('sha256')
    .update(JSON.stringify([token, content]))
    .digest('base64url');
  const key = `${owner} ${hash}`;
  const claimed = await mustStore(() => claimOrFind(key));
  if (typeof claimed === 'string') return redirect(claimed);
  let isCompleted = false;
  const completeWith = (location: string) => async (transaction: Database) => {
    await claimed.complete(location, transaction);
    isCompleted = true;
  };
  try {
    const result = await work({ key: hash, completeWith });
    const location = result instanceof Response ? result.headers.get('location') : null;
    if (location === null) {
      await claimed.release();
      // The change may have been committed although its answer was lost.
      const completed = isCompleted ? await findLocation(key) : undefined;
      if (completed !== undefined) return redirect(completed);
    } else {
      if (!isCompleted) await claimed.complete(location);
      claimed.end();
    }
    return result;
  } catch (error) {
    await claimed.release();
    throw error;
  }
}

/** Takes the claim of a key, or returns the address to which its completed work redirected. */
async function claimOrFind(key: string): Promise<Claim | string> {
  for (;;) {
    const claimed = await takeClaim('idempotency_key', key);
    if (!claimed.ok) refuseBusy(claimed.error);
    const found = claimed.value ?? (await findLocation(key));
    if (found !== undefined) return found;
  }
}
