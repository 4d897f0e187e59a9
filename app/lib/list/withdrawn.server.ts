import { LRUCache } from 'lru-cache';
import type { Filter } from 'shared/list/filters';
import type { ListQuery } from 'shared/list/grammar';
import { asksForWithdrawn, INCLUDED, WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { Entity } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import { getWriteCount } from '../host/writes.server';
import { fetchRows } from './fetch-rows.server';
import { getHostListPath } from './host-list-path.server';
import { derivesFields } from './list-abilities.server';
import { buildListHref, type ListState } from './list-state';
import type { ListView } from './list-view';

/** The first day that a host can give. The filter finds all days, and has an index. */
const FIRST_DAY = '0001-01-01';

/**
 * The answers to the question whether records of withdrawn participants match a query, by the query and the number of
 * changes that this process has made. All pages of a list ask the same. Changes by others are seen after these seconds.
 */
const leftOut = new LRUCache<string, boolean>({ max: 500, ttl: 10_000 });

/** Returns whether a list leaves out the records of withdrawn participants, because the host knows who they are. */
export function leavesOutWithdrawn(entity: Entity): boolean {
  const path = getHostListPath(entity);
  return (
    path !== undefined &&
    entity.list.columns.some(({ field }) => field === WITHDRAWN_ON) &&
    derivesFields(path)
  );
}

/** Returns a query that also matches the records of withdrawn participants, if the list leaves them out. */
export function includeWithdrawn(entity: Entity, query: ListQuery): ListQuery {
  return leavesOutWithdrawn(entity) ? { ...query, withdrawn: INCLUDED } : query;
}

/**
 * Returns the sentence that the list leaves out records of withdrawn participants, with a link to the list with them.
 * Undefined if there are none that match, or if the list has them.
 */
export async function describeLeftOut(
  entity: Entity,
  state: ListState,
): Promise<ListView['withdrawn']> {
  const { query } = state;
  if (asksForWithdrawn(query) || !leavesOutWithdrawn(entity)) return undefined;
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
