import { refuseRequest } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { refuseHistoryOfDeleted } from '../session/refuse-deleted.server';
import { type FoundChange, findRecordedChange } from './plan-undo.server';

/** Finds a change. Throws a 404 response if there is none, or a 403 response if the user may not see its values. */
export async function requireChange(user: SignedIn['user'], id: string): Promise<FoundChange> {
  const found = await findRecordedChange(id);
  if (!found) refuseRequest(404, 'There is no such change, or it can no longer be read.');
  await refuseHistoryOfDeleted(user, found.change);
  return found;
}
