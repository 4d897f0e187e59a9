import { redirectDocument } from '@remix-run/node';
import { getSafeReturnPath } from '../addresses/return-path.server';
import { formInputs } from '../form/form-view';
import { readUndeclaredForm } from '../form/read-form.server';
import { queueEntries } from '../host/audit-queue.server';
import { getStore } from '../server/store.server';
import { mustStore, tryToStore } from '../server/unwritable.server';
import { saveFormOfLock } from './drafts.server';
import { selectSessions } from './end-sessions.server';
import type { SignedIn } from './guard.server';
import { getUnlockPath } from './unlock-path.server';
import type { SignedInUser } from './user';
import { getUserKey } from './user-key.server';

/**
 * Locks the session, and saves the posted form of a record as a draft. Locks it also if the form cannot be read. Returns
 * a redirect to the page that unlocks the session.
 */
export async function lockSession({ user, session }: SignedIn, request: Request) {
  await mustStore(() => setLocked(user, session.id, true), 'any');
  const fields = await readUndeclaredForm(request).catch((): [string, string][] => []);
  const posted = fields.find(([name]) => name === formInputs.page)?.[1] ?? null;
  const page = getSafeReturnPath(posted);
  let draft: string | undefined;
  await tryToStore(async () => {
    draft = await saveFormOfLock(getUserKey(user), new URL(page, request.url).href, fields);
  });
  return redirectDocument(draft ? `${getUnlockPath(draft)}&kept=1` : getUnlockPath(page));
}

/** Locks or unlocks a session, and adds the audit entry in the same transaction. A repetition adds no second entry. */
export async function setLocked(
  user: SignedInUser,
  publicId: string,
  locked: boolean,
): Promise<void> {
  await (await getStore()).transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('session')
      .set({ locked_at: locked ? Date.now() : null })
      .where(selectSessions(user))
      .where('public_id', '=', publicId)
      .where('locked_at', locked ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { username } = user;
    const entry = locked
      ? ({ username, title: 'Lock', action: 'Lock', description: 'Locked the session' } as const)
      : ({
          username,
          title: 'Unlock',
          action: 'Unlock',
          description: 'Unlocked the session',
        } as const);
    await queueEntries([entry], transaction);
  });
}
