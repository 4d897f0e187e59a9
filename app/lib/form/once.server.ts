import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { config } from '../config.server';
import { panelStore } from '../store/store.server';
import { mustStore } from '../store/unwritable.server';

const KEEP_MS = 24 * 3_600_000;
const WAIT_MS = 200;
/** A save is a read, a write and perhaps a push, each within the host's time limit. */
const LONGEST_MS = 4 * config.API_TIMEOUT_MS;

export interface Filling {
  /** The posted token, which names this one filling of the form; without one nothing is compared. */
  token: FormDataEntryValue | null;
  /** Empty for a form of a signed-out screen. */
  username: string;
  /** What the form is and says: with another content, from a page that the browser kept, it is no repetition. */
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
  const { token, username, content } = filling;
  if (typeof token !== 'string' || token === '') return work();
  const db = await panelStore();
  // The token is kept nowhere: without it nobody can guess the content, a password perhaps, from the hash.
  const hash = createHash('sha256').update(JSON.stringify([token, content]));
  const key = { username, token: hash.digest('base64url') };
  const now = Date.now();
  const forgetOld = db.deleteFrom('submission').where((or) =>
    or.or([
      or('created_at', '<', now - KEEP_MS),
      // A save cannot take so long: the process has ended in the middle of it.
      or.and([or('location', 'is', null), or('created_at', '<', now - LONGEST_MS)]),
    ]),
  );
  const claim = db
    .insertInto('submission')
    .values({ ...key, created_at: now, location: null })
    .onConflict((conflict) => conflict.columns(['username', 'token']).doNothing());
  const claimed = await mustStore(async () => {
    await forgetOld.execute();
    return claim.executeTakeFirst();
  });
  const mine = db
    .selectFrom('submission')
    .select(['location', 'created_at'])
    .where('username', '=', key.username)
    .where('token', '=', key.token);
  if (Number(claimed.numInsertedOrUpdatedRows) === 0) {
    for (;;) {
      const first = await mine.executeTakeFirst();
      if (first?.location) return redirect(first.location);
      // It was not saved, or whoever saved it has ended: this one takes its place.
      if (!first || Date.now() - first.created_at > LONGEST_MS) return once(filling, work);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
  const release = () =>
    db
      .deleteFrom('submission')
      .where('username', '=', key.username)
      .where('token', '=', key.token)
      .execute();
  try {
    const result = await work(key.token);
    const location = result instanceof Response ? result.headers.get('location') : null;
    if (location) {
      await db
        .updateTable('submission')
        .set({ location })
        .where('username', '=', key.username)
        .where('token', '=', key.token)
        .execute();
    } else {
      await release();
    }
    return result;
  } catch (error) {
    await release();
    throw error;
  }
}
