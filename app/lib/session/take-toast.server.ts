import { tryToStore } from '../server/unwritable.server';
import { readSession, readSessionAnew } from './read-session.server';
import { storeToast } from './session.server';
import type { Toast } from './session-data';

/** Returns the message that an earlier request stored, and deletes it from the session. */
export async function takeToast(request: Request): Promise<Toast | undefined> {
  if (!(await readSession(request)).has('toast')) return undefined;
  // Reads the session again, so that changes by another tab are not overwritten.
  const session = await readSessionAnew(request);
  const toast = session.get('toast');
  if (toast) await tryToStore(() => storeToast(session));
  return toast;
}
