import { LRUCache } from 'lru-cache';
import type { Filter } from 'shared/list/filters';
import type { ListQuery } from 'shared/list/grammar';
import { asksForWithdrawn, INCLUDED, WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { Entity } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { ApiError } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { getWriteCount } from '../host/writes.server';
import { fetchRows } from './fetch-rows.server';
import { getHostListPath } from './host-list-path.server';
import { canBeWithdrawn, keepsWithdrawals } from './leave-out-withdrawn.server';
import { buildListHref, type ListState } from './list-state';
import type { ListView } from './list-view';

/** The first day that a host can give. A filter from this day matches every withdrawal, and can use an index. */
const FIRST_DAY = '0001-01-01';

/**
 * Remembers whether records of withdrawn participants match a query, because all pages of a list ask the same. The key
 * has the query and the number of changes by this process. Changes by other processes take effect after 10 seconds.
 */
const leftOut = new LRUCache<string, boolean>({ max: 500, ttl: 10_000 });

/**
 * Returns whether a list by default leaves out the records of withdrawn participants, because its host or the panel knows
 * who they are.
 */
export async function leavesOutWithdrawn(entity: Entity): Promise<boolean> {
  if (getHostListPath(entity) === undefined || !canBeWithdrawn(entity)) return false;
  return getApiHost().answersQueries || keepsWithdrawals();
}

/** Returns a query that also matches the records of withdrawn participants, if the list leaves them out. */
export async function includeWithdrawn(entity: Entity, query: ListQuery): Promise<ListQuery> {
  return (await leavesOutWithdrawn(entity)) ? { ...query, withdrawn: INCLUDED } : query;
}

/**
 * Returns a sentence saying that the list leaves out records of withdrawn participants, with a link to the list with
 * them. Returns undefined if the list shows them, if none match, or if the host does not answer.
 */
export async function describeLeftOut(
  entity: Entity,
  state: ListState,
): Promise<ListView['withdrawn']> {
  const { query } = state;
  if (asksForWithdrawn(query) || !(await leavesOutWithdrawn(entity))) return undefined;
  if (!(await hasLeftOut(entity, query))) return undefined;
  const names = getPluralName(entity);
  return {
    text:
      entity.name === 'participant'
        ? `Withdrawn ${names} are not shown.`
        : `The ${names} of withdrawn participants are not shown.`,
    href: buildListHref(state, { withdrawn: INCLUDED }),
  };
}

/** Returns a link to the list with withdrawn participants, if it is refused because they cannot be left out. */
export function offerWithdrawn(error: ApiError, state: ListState): ListView['withdrawn'] {
  if (error.kind !== 'refused' || !error.hasWithdrawn) return undefined;
  const href = buildListHref(state, { withdrawn: INCLUDED });
  return { text: 'The list can be shown with withdrawn participants.', href };
}

/** Returns whether records of withdrawn participants match a query. The answer is kept for a few seconds. */
async function hasLeftOut(entity: Entity, query: ListState['query']): Promise<boolean> {
  // A search looks at the shown columns, so they must stay.
  const cols = query.q === undefined ? [entity.key] : query.cols;
  const key = JSON.stringify([entity.name, query.filters, query.q, cols, getWriteCount()]);
  const known = leftOut.get(key);
  if (known !== undefined) return known;
  const filter: Filter = { kind: 'date', field: WITHDRAWN_ON, from: FIRST_DAY };
  const filters = [...query.filters, filter];
  const asked = { ...query, page: 1, size: 1, sort: undefined, filters, cols };
  const found = await fetchRows(entity, asked);
  const has = found.ok && found.value.total > 0;
  if (found.ok) leftOut.set(key, has);
  return has;
}
