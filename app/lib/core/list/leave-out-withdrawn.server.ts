import type { Filter, ListQuery } from 'shared/list/grammar';
import { asksForWithdrawn, WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';
import { readRemoteWithdrawals } from '../host/remote-withdrawals.server';

/** Returns whether the records of an entity belong to participants who can withdraw. */
export function canBeWithdrawn({ list }: Pick<Entity, 'list'>): boolean {
  return list.columns.some(({ field }) => field === WITHDRAWN_ON);
}

/** Returns whether the panel keeps withdrawals, because its host has no field for them. */
export async function keepsWithdrawals(): Promise<boolean> {
  return !getApiHost().answersQueries && (await readRemoteWithdrawals()).size > 0;
}

/** Returns whether a filter leaves out the records of withdrawn participants. */
export function isLeavingOut(filter: Filter): boolean {
  return filter.kind === 'empty' && filter.field === WITHDRAWN_ON && filter.empty;
}

/**
 * Returns the query for a list of the host. If the panel keeps withdrawals for it, the query has a filter that leaves
 * out the records of withdrawn participants, unless it asks for them.
 */
export async function leaveOutWithdrawn(entity: Entity, query: ListQuery): Promise<ListQuery> {
  const isAsked =
    asksForWithdrawn(query) || query.filters.some(({ field }) => field === WITHDRAWN_ON);
  if (isAsked || !canBeWithdrawn(entity) || !(await keepsWithdrawals())) return query;
  const isKept = { kind: 'empty', field: WITHDRAWN_ON, empty: true } as const;
  return { ...query, filters: [...query.filters, isKept] };
}
