import { type RawBuilder, sql } from 'kysely';
import type { FieldKind, Filter, ListQuery } from 'shared/list/grammar';
import { fold } from 'shared/list/values';
import type { Dialect } from '../db/dialect';
import type { SqlValue } from '../db/types';
import { getComparedSql, getSql, type Table } from '../entities/table';
import { findTextIndexFor } from './lookups';

export interface ListScope {
  /** Narrows the list to a part of the table, such as the links of one phone. */
  where?: RawBuilder<boolean>;
}

/** The rows of a list: those of a table, or of a part of it. */
export interface ListSource {
  table: Table;
  where?: RawBuilder<boolean>;
}

/** Returns a list's query as one SQL condition. */
export function buildMatch(
  dialect: Dialect,
  table: Table,
  query: ListQuery,
  scope: ListScope,
): RawBuilder<boolean> {
  const { q } = query;
  return joinWithAnd([
    ...(scope.where ? [scope.where] : []),
    ...query.filters.map((filter) => buildCondition(dialect, table, filter)),
    ...(q === undefined ? [] : [containsAnywhere(dialect, table, findSearched(table, query), q)]),
  ]);
}

/** Returns a compared value (`getComparedSql`) as it is sorted; null, which comes last, if it is empty. */
export function buildComparable(
  dialect: Dialect,
  value: RawBuilder<SqlValue>,
  kind: FieldKind | undefined,
): RawBuilder<SqlValue> {
  return kind === 'number' || kind === 'date' ? value : dialect.folded(value);
}

function buildCondition(dialect: Dialect, table: Table, filter: Filter): RawBuilder<boolean> {
  const compared = getComparedSql(table, filter.field);
  const value = buildComparable(dialect, compared, table.columns[filter.field]?.kind);
  switch (filter.kind) {
    case 'text':
      return buildContains(dialect, table, filter.field, filter.contains);
    case 'exact':
      return sql`${value} = ${fold(filter.equals)}`;
    case 'choice':
      return sql`${getSql(table, filter.field)} = ${filter.equals}`;
    case 'number':
      return buildRange(
        value,
        filter.min === undefined ? undefined : dialect.number(filter.min),
        filter.max === undefined ? undefined : dialect.number(filter.max),
      );
    case 'date':
      // `2024-01-02 10:00:00` is less than `2024-01-02!`, and the next day is more.
      return buildRange(value, filter.from, filter.to && `${filter.to}!`);
  }
}

function buildRange(
  value: RawBuilder<SqlValue>,
  low: SqlValue | RawBuilder<number> | undefined,
  high: SqlValue | RawBuilder<number> | undefined,
): RawBuilder<boolean> {
  return joinWithAnd([
    ...(low === undefined ? [] : [sql<boolean>`${value} >= ${low}`]),
    ...(high === undefined ? [] : [sql<boolean>`${value} <= ${high}`]),
  ]);
}

/** Returns the condition that the field contains the text; a column of few values is searched by value. */
function buildContains(dialect: Dialect, table: Table, field: string, text: string) {
  const value = dialect.folded(getSql(table, field));
  const few = table.lookups?.few?.includes(field)
    ? dialect.foundAmongFew?.(table.table, value, fold(text))
    : undefined;
  return few ?? containsAnywhere(dialect, table, [field], text);
}

/** Returns the condition that one of the fields contains the text; a text index is used where there is one. */
function containsAnywhere(
  dialect: Dialect,
  table: Table,
  fields: string[],
  text: string,
): RawBuilder<boolean> {
  const index = findTextIndexFor(table, text);
  const covered = fields.filter((field) => index?.columns.includes(field));
  const others = fields.filter((field) => !covered.includes(field));
  return joinWithOr([
    ...(index && covered.length > 0
      ? [
          dialect.foundInTextIndex(
            sql.ref(`${table.table}.${table.key}`),
            index,
            covered,
            fold(text),
          ),
        ]
      : []),
    ...others.map((field) => dialect.contains(getSql(table, field), text)),
  ]);
}

/** The fields that `q` is looked for in. */
function findSearched(table: Table, query: ListQuery): string[] {
  return (query.cols ?? Object.keys(table.columns)).filter((name) =>
    ['text', 'choice'].includes(table.columns[name]?.kind ?? ''),
  );
}

function joinWithAnd(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`;
}

function joinWithOr(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
}
