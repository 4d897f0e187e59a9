import type { Entity } from '../entities/entity';
import { countEvent } from '../host/security-counts.server';
import { log } from '../server/log.server';
import { refuseRequest } from '../server/refuse';
import { checkChangeRight } from './permissions';
import type { SignedInUser } from './user';

/**
 * Throws a 403 response with the reason, and records the refusal in the audit log, if the user may not change
 * records of `entity`. `note` is added to the reason.
 */
export async function requireChangePermission(
  user: SignedInUser,
  entity: Entity,
  note = ' Nothing was saved.',
): Promise<void> {
  const right = checkChangeRight(user, entity);
  if (right.ok) return;
  log.warn(
    { role: user.role, entity: entity.name },
    'a change was refused: only administrators may make it',
  );
  const reason = `A change (${entity.name}) was refused: only administrators may make it`;
  await countEvent({ action: 'Refused', username: user.username, what: reason });
  refuseRequest(403, `${right.error}${note}`);
}
