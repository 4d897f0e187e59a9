import type { FieldKinds, Filter, ListQuery } from './grammar';

/**
 * Returns the part of a query that is valid for a list with these fields. The result is the query that
 * `parseListQuery` would read with these fields from the query's URL.
 */
export function restrictQuery(query: ListQuery, fields: FieldKinds): ListQuery {
  const isKnown = (field: string) => Object.hasOwn(fields, field);
  const cols = query.cols?.filter(isKnown);
  return {
    ...query,
    sort: query.sort && isKnown(query.sort.field) ? query.sort : undefined,
    cols: cols && cols.length > 0 ? cols : undefined,
    filters: query.filters
      .filter(({ field }) => isKnown(field))
      .flatMap((filter) => restrictFilter(filter, fields) ?? []),
  };
}

function restrictFilter(filter: Filter, fields: FieldKinds): Filter | undefined {
  const { field } = filter;
  const kind = fields[field];
  switch (filter.kind) {
    case 'text':
      return kind === 'choice' ? { kind, field, equals: filter.contains } : keepIf(filter, 'text');
    case 'choice':
      return kind === 'text' ? { kind, field, contains: filter.equals } : keepIf(filter, 'choice');
    case 'exact':
      return keepIf(filter, 'text');
    case 'number':
    case 'date':
      return keepIf(filter, filter.kind);
  }

  function keepIf(one: Filter, wanted: string): Filter | undefined {
    return kind === wanted ? one : undefined;
  }
}
