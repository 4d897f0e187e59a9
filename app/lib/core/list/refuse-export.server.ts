import type { Entity } from '../entities/entity';
import { readHistoryAddress } from '../history/history-address.server';
import { countEvent } from '../host/security-counts.server';
import { refuseRequest } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { checkExportRight } from '../session/permissions';
import { refuseHistoryOfDeleted } from '../session/refuse-deleted.server';
import { refuseView } from '../session/refuse-view.server';

/**
 * Throws a 403 response if the user may not export a list, and records the refusal in the audit log. `isFull` is that of
 * `checkExportRight`.
 */
export async function refuseExport(
  { user }: Pick<SignedIn, 'user'>,
  entity: Entity,
  isFull = false,
): Promise<void> {
  await refuseView(user, entity);
  if (entity.historyOf) await refuseHistoryOfDeleted(user, readHistoryAddress(entity.historyOf));
  const right = checkExportRight(user, isFull);
  if (right.ok) return;
  const what = `An export (${entity.name}) was refused: the role may not export it`;
  await countEvent({ action: 'Refused', username: user.username, what });
  refuseRequest(403, right.error);
}
