import { tryToStore } from '../server/unwritable.server';
import { deleteToast } from './change-session.server';
import { readSession } from './read-session.server';
import type { Toast } from './session-data';

/** Returns the message that an earlier request stored, and deletes it from the session. */
export async function takeToast(request: Request): Promise<Toast | undefined> {
  const session = await readSession(request);
  const toast = session.get('toast');
  if (toast) await tryToStore(() => deleteToast(session.id, toast));
  return toast;
}
