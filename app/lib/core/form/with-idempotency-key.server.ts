import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import type { Database } from 'backend/db/types';
import { makeOncePer } from 'shared/once-per';
import { refuseBusy } from '../server/refuse';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import { withLock } from './with-lock.server';

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

/** The time in milliseconds for which the address of a completed form is stored: a day. */
const KEEP_MS = 24 * 3_600_000;
/** The minimum time in milliseconds between two deletions of old addresses, which read the whole table. */
const EXPIRE_EVERY_MS = 60_000;
const BUSY =
  'This is still being saved, which is taking longer than usual. Please try again in a minute.';

const isExpiryDue = makeOncePer(EXPIRE_EVERY_MS);

/**
 * Does the work of a posted form only once. A repeated request, for example after a double click, waits for the first
 * one and is redirected to the same address. If the work ends without a redirect, nothing was saved, and the form can
 * be posted again with the same token. `work` receives nothing if the form has no token.
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
  return withLock<T | Response>(
    `form ${key}`,
    async () => (await redirectCompleted(key)) ?? workOnce({ key, hash }, work),
    async () => refuseBusy(BUSY),
  );
}

async function workOnce<T>(
  { key, hash }: { key: string; hash: string },
  work: (once: Once) => Promise<T>,
): Promise<T | Response> {
  let isCompleted = false;
  const completeWith = (location: string) => async (transaction: Database) => {
    await storeLocation(transaction, key, location);
    isCompleted = true;
  };
  const result = await work({ key: hash, completeWith });
  const location = result instanceof Response ? result.headers.get('location') : null;
  if (location !== null && !isCompleted)
    await tryToStore(async () => storeLocation(await getStore(), key, location));
  // The change may have been committed although its answer was lost.
  const completed = location === null && isCompleted ? await redirectCompleted(key) : undefined;
  return completed ?? result;
}

/** Returns a redirect to the address to which the completed work of a form redirected within a day. */
async function redirectCompleted(key: string): Promise<Response | undefined> {
  const db = await getStore();
  if (isExpiryDue()) await tryToStore(() => expireOld(db));
  const now = Date.now();
  const completed = await db
    .selectFrom('idempotency_key')
    .select('location')
    .where('key', '=', key)
    // An address from more than a day ahead was stored while a clock was wrong.
    .where('created_at', '>=', now - KEEP_MS)
    .where('created_at', '<=', now + KEEP_MS)
    .executeTakeFirst();
  return completed && redirect(completed.location);
}

/** Stores the address to which the completed work of a form redirects. Replaces an earlier one. */
async function storeLocation(db: Database, key: string, location: string): Promise<void> {
  const values = { key, created_at: Date.now(), location };
  await db
    .insertInto('idempotency_key')
    .values(values)
    .onConflict((same) => same.column('key').doUpdateSet(values))
    .execute();
}

/** Deletes addresses that are more than a day old, or more than a day in the future because a clock was wrong. */
async function expireOld(db: Database): Promise<void> {
  const now = Date.now();
  await db
    .deleteFrom('idempotency_key')
    .where((or) =>
      or.or([or('created_at', '<', now - KEEP_MS), or('created_at', '>', now + KEEP_MS)]),
    )
    .execute();
}
