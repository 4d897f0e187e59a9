import { tryToStore } from '../server/unwritable.server';
import { readSession, readSessionAnew } from './read-session.server';
import { storeToast } from './session.server';
import type { Toast } from './session-data';

/** Returns the message that an earlier request stored, and deletes it from the session. */
export async function takeToast(request: Request): Promise<Toast | undefined> {
  const toast = (await readSession(request)).get('toast');
  if (!toast) return undefined;
  // Reads the session again, so that changes by another tab are not overwritten.
  const session = await readSessionAnew(request);
  // A different message is for the next page.
  if (JSON.stringify(session.get('toast')) === JSON.stringify(toast))
    await tryToStore(() => storeToast(session));
  return toast;
}
