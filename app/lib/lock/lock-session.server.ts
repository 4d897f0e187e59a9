import { randomUUID } from 'node:crypto';
import { createCookie, redirectDocument } from '@remix-run/node';
import { getSafeReturnPath } from '../core/addresses/return-path.server';
import { formInputs } from '../core/form/form-view';
import { readUndeclaredForm } from '../core/form/read-form.server';
import { queueEntries } from '../core/host/audit-queue.server';
import { getPublicUrl } from '../core/server/config.server';
import { nameCookie } from '../core/server/cookie-name.server';
import { getStore } from '../core/server/store.server';
import { mustStore, tryToStore } from '../core/server/unwritable.server';
import { selectSessions } from '../core/session/end-sessions.server';
import type { SignedIn } from '../core/session/guard.server';
import { saveFormOfLock } from '../core/session/save-posted-form.server';
import { getUnlockPath } from '../core/session/unlock-path.server';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';

const secure = getPublicUrl().startsWith('https:');
/**
 * Changes with each lock. Chromium restores pages from its back/forward cache in spite of `no-store`, unless a cookie
 * with HttpOnly has changed since.
 */
const lockCookie = createCookie(nameCookie('lock'), {
  httpOnly: true,
  path: '/',
  sameSite: 'lax',
  secure,
});

/**
 * Locks the session, and saves the posted form of a record as a draft. Locks the session even if the form cannot be
 * read. Returns a redirect to the page that unlocks the session.
 */
export async function lockSession({ user, session }: SignedIn, request: Request) {
  await mustStore(() => setLocked(user, session.id, true), 'any');
  const fields = await readUndeclaredForm(request).catch((): [string, string][] => []);
  const posted = fields.find(([name]) => name === formInputs.page)?.[1] ?? null;
  const page = getSafeReturnPath(posted);
  let draftPath: string | undefined;
  await tryToStore(async () => {
    draftPath = await saveFormOfLock(getUserKey(user), new URL(page, request.url).href, fields);
  });
  return redirectDocument(draftPath ? `${getUnlockPath(draftPath)}&draft=1` : getUnlockPath(page), {
    headers: { 'Set-Cookie': await lockCookie.serialize(randomUUID()) },
  });
}

/**
 * Locks or unlocks a session, and adds the audit entry in the same transaction. Calling it again adds no second entry.
 */
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
    const action = locked ? 'Lock' : 'Unlock';
    const description = `${action}ed the session`;
    await queueEntries([{ username, title: action, action, description }], transaction);
  });
}
