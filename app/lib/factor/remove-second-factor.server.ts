import { redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { confirmOnce, readConfirmation } from '../core/confirm/confirm.server';
import type { ConfirmView } from '../core/confirm/confirm-view';
import { getEntity } from '../core/entities';
import { getEditPath } from '../core/entities/record-paths';
import { audit } from '../core/host/audit.server';
import { removeFactor } from '../core/proof/factor-store.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { requireRecordId } from '../core/records/require-record-id';
import { refuseRequest } from '../core/server/refuse';
import { endUserSessions } from '../core/session/end-sessions.server';
import type { SignedIn } from '../core/session/guard.server';
import { hasFactor } from '../core/session/must-set-up.server';
import type { SignedInUser } from '../core/session/user';

const user = getEntity('user');
const TITLE = 'Second factor of a user';
const NOTE =
  'Remove it only if the user has lost their phone and their recovery codes, and you are sure that it is them who asks. The user is signed out everywhere, and then signs in with the password alone.';

/** Loads the page on which administrators remove the second factor of a user. */
export async function askRemoval(signedIn: SignedIn, id: string): Promise<ConfirmView> {
  const { username } = signedIn.user;
  audit({ username, title: TITLE, action: 'View', description: `Viewed ${TITLE} ${id}` });
  const found = await requireUser(id);
  return {
    title: TITLE,
    heading: `Second factor of ${found.username}`,
    trail: [{ title: 'Users', href: '/users' }, { title: TITLE }],
    ...{ verb: 'Remove the second factor', isDestructive: true, notes: [NOTE] },
    backHref: getEditPath(user, id),
    refusal: (await hasFactor(found)) ? undefined : 'This user has no second factor.',
  };
}

/**
 * Removes the second factor of a user and ends the user's sessions, because whoever has the lost phone may be signed in
 * on it. Redirects to the user's form, or returns the question by which the administrator proves who they are.
 */
export async function removeByAdministrator(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  const confirmation = await readConfirmation(request);
  const found = await requireUser(id);
  const work = { content: ['remove second factor', id], proveFrom: address };
  return confirmOnce(signedIn, confirmation, work, async () => {
    const by = signedIn.user.username;
    const removed = await removeFactor(found, by, `Removed the second factor of user ${id}`);
    if (removed) await endUserSessions(found, 'their second factor was removed');
    await signedIn.toast({ kind: 'success', text: 'The user has no second factor any more' });
    return redirect(getEditPath(user, id));
  });
}

/**
 * Returns a user of the host. Throws a 404 response if there is none, or a 502 response if the host does not answer.
 */
async function requireUser(id: string): Promise<Pick<SignedInUser, 'id' | 'username'>> {
  requireRecordId(user, id);
  const found = await fetchRecord(user, id);
  if (!found.ok)
    refuseRequest(
      found.error.kind === 'refused' ? 404 : 502,
      'The user could not be loaded. Nothing was changed.',
    );
  return { id, username: toText(found.value.user_username) };
}
