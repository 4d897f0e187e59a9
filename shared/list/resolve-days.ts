import type { Filter, ListQuery } from './grammar';
import { resolveDay } from './relative-days';

/**
 * Returns the query with calendar days in place of those relative to `today`. It must be called before a query is run:
 * hosts and `applyListQuery` compare calendar days only.
 */
export function resolveDays(query: ListQuery, today: string): ListQuery {
  return { ...query, filters: query.filters.map((filter) => resolveFilter(filter, today)) };
}

function resolveFilter(filter: Filter, today: string): Filter {
  if (filter.kind !== 'date') return filter;
  const { from, to } = filter;
  return {
    ...filter,
    ...(from === undefined ? {} : { from: resolveDay(from, today) }),
    ...(to === undefined ? {} : { to: resolveDay(to, today) }),
  };
}
