import { data, redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import { getEditPath } from '../entities/record-paths';
import { removeFactor } from '../factor/factor-store.server';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { fetchRecord } from '../records/fetch-record.server';
import { requireRecordId } from '../records/require-record-id';
import { endUserSessions } from '../session/end-sessions.server';
import type { SignedIn } from '../session/guard.server';
import { hasFactor } from '../session/must-set-up.server';
import type { SignedInUser } from '../session/user';

const user = getEntity('user');

/** Loads the page on which administrators remove the second factor of a user. */
export async function loadRemoval(id: string) {
  const found = await requireUser(id);
  const backHref = getEditPath(user, id);
  return { username: found.username, isOn: await hasFactor(found), backHref };
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
  const proof = takeProof(
    await readForm(request, { fields: [formInputs.token, formInputs.proof] }),
  );
  const found = await requireUser(id);
  const refusal = await requireRecentProof(signedIn, proof, address);
  if (refusal) return data({ proof: refusal.question }, refusal.status);
  const by = signedIn.user.username;
  const removed = await removeFactor(found, by, `Removed the second factor of user ${id}`);
  if (removed) await endUserSessions(found, 'their second factor was removed');
  await signedIn.toast({ kind: 'success', text: 'The user has no second factor any more' });
  return redirect(getEditPath(user, id));
}

/**
 * Returns a user of the host. Throws a 404 response if there is none, or a 502 response if the host does not answer.
 */
async function requireUser(id: string): Promise<Pick<SignedInUser, 'id' | 'username'>> {
  requireRecordId(user, id);
  const found = await fetchRecord(user, id);
  if (!found.ok)
    throw new Response('The user could not be loaded. Nothing was changed.', {
      status: found.error.kind === 'refused' ? 404 : 502,
    });
  return { id, username: toText(found.value.user_username) };
}
