import { findBulkActions, getBulkPath } from '../entities/bulk';
import type { Entity } from '../entities/entity';
import { config } from '../server/config.server';
import type { BulkOffer } from './bulk-offer';

/** Returns the actions for several rows that a list offers, or undefined if it offers none. */
export function buildBulkOffer(entity: Entity, total: number): BulkOffer | undefined {
  const actions = findBulkActions(entity);
  if (!actions || total === 0) return undefined;
  return {
    action: getBulkPath(entity),
    canDelete: actions.canDelete,
    statuses: (actions.status?.options ?? []).map(({ value, label }) => ({ value, label })),
    maxRows: config.BULK_MAX_ROWS,
  };
}
