import { buildIn, type Condition, type Filter } from './filters';
import type { FieldKinds, ListQuery } from './grammar';

/**
 * Returns the part of a query that is valid for a list with these fields. The result equals the query that
 * `parseListQuery` would read with these fields from the URL of the query.
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
  if (filter.kind === 'empty') return filter;
  const { field, orEmpty } = filter;
  const condition = restrictCondition(filter, fields);
  if (!condition) return orEmpty && { kind: 'empty', field, empty: true };
  return orEmpty ? { ...condition, orEmpty } : condition;
}

function restrictCondition(condition: Condition, fields: FieldKinds): Condition | undefined {
  const { field } = condition;
  const kind = fields[field];
  switch (condition.kind) {
    case 'text':
      return kind === 'choice' ? { kind, field, equals: condition.contains } : keepIf('text');
    case 'choice':
      return kind === 'text' ? { kind, field, contains: condition.equals } : keepIf('choice');
    case 'in':
      return kind === 'text' || kind === 'choice'
        ? buildIn(field, kind, condition.values)
        : undefined;
    case 'exact':
      return keepIf('text');
    case 'number':
    case 'date':
      return keepIf(condition.kind);
  }

  function keepIf(wanted: string): Condition | undefined {
    return kind === wanted ? condition : undefined;
  }
}
