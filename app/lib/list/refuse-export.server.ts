import type { Entity } from '../entities/entity';
import { readHistoryAddress } from '../history/history-address.server';
import type { SignedIn } from '../session/guard.server';
import { refuseHistoryOfDeleted } from '../session/refuse-deleted.server';
import { refuseView } from '../session/refuse-view.server';

/** Throws a 403 response if the user may not export a list. */
export async function refuseExport({ user }: Pick<SignedIn, 'user'>, entity: Entity) {
  await refuseView(user, entity);
  if (entity.historyOf) await refuseHistoryOfDeleted(user, readHistoryAddress(entity.historyOf));
}
