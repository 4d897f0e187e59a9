import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import { saveFormOfFormerRole } from './save-posted-form.server';
import type { SignedInUser } from './user';

interface Sending {
  /** The user when the post began. Every check of the action so far was for the role of this user. */
  before: SignedInUser;
  now: SignedInUser;
  token: string;
  fields: [string, string][];
}

/**
 * Throws a 403 response if the user's role has changed while a form was sent. Keeps the form of a record as a draft,
 * which its page shows if the new role may open it.
 */
export async function refuseFormerRole(
  request: Request,
  { before, now, token, fields }: Sending,
): Promise<void> {
  if (now.role === before.role) return;
  const reason = 'A form was refused: the role changed while it was sent';
  await countEvent({ action: 'Refused', username: now.username, what: reason });
  const path = await saveFormOfFormerRole(request, token, async () => fields);
  const draft = path ? ' A draft of it is saved for 15 minutes: open the form again.' : '';
  refuseRequest(403, `Your role was changed while this form was sent. Nothing was saved.${draft}`);
}
