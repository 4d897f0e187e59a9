import type { Entity } from '../entities/entity';
import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import { checkViewRight } from './permissions';
import type { SignedInUser } from './user';

/**
 * Throws a 403 response with the reason, and records the refusal in the audit log, if the user may not see the
 * records of `entity`. `page` names the refused page in the audit log.
 */
export async function refuseView(
  user: SignedInUser,
  entity: Entity,
  page = `A list (${entity.name})`,
): Promise<void> {
  const right = checkViewRight(user, entity);
  if (right.ok) return;
  const reason = `${page} was refused: the role is read-only`;
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  refuseRequest(403, right.error);
}
