import type { Filter, ListQuery } from './grammar';
import { resolveDay } from './relative-days';

/**
 * Returns the query with calendar days in place of relative days. Call this before a query is run, because hosts and
 * `applyListQuery` compare only calendar days.
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
