import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Dialect } from 'shared/db/dialect';
import type { SqlValue } from 'shared/db/types';
import type { Condition } from 'shared/list/filters';
import type { FieldKind, Filter, ListQuery } from 'shared/list/grammar';
import { readSearchWords } from 'shared/list/search-words';
import { fold } from 'shared/list/values';
import { asksForWithdrawn, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { buildSortKey } from '../db/text-keys';
import { buildLabelCondition } from '../entities/columns';
import { getComparedSql, getKeySql, getSql, type Table } from '../entities/table';
import { findTextIndexFor, getTextIndex } from './lookups';

export interface ListScope {
  /** Narrows the list to a part of the table, such as the links of one phone. */
  where?: RawBuilder<boolean>;
}

/** The source of a list's rows: a table, or the part of it that matches `where`. */
export interface ListSource {
  table: Table;
  where?: RawBuilder<boolean>;
}

/** Returns the SQL condition that a row matches a list's query and is within its scope. */
export function buildMatch(
  dialect: Dialect,
  table: Table,
  query: ListQuery,
  scope: ListScope,
): RawBuilder<boolean> {
  const { q } = query;
  return joinWithAnd([
    ...(scope.where ? [scope.where] : []),
    ...excludeWithdrawn(table, query),
    ...query.filters.map((filter) => buildFilter(dialect, table, filter)),
    ...(q === undefined ? [] : [containsAnywhere(dialect, table, findSearched(table, query), q)]),
  ]);
}

/**
 * Returns the query for the keys of the records of withdrawn participants, if a list leaves them out. They are few, and
 * the query reads only an index.
 */
export function selectWithdrawn(table: Table, query: ListQuery): RawBuilder<SqlValue> | undefined {
  if (!Object.hasOwn(table.columns, WITHDRAWN_ON) || asksForWithdrawn(query)) return undefined;
  // A range, because SQLite uses no index for "is not null".
  return sql`(select ${sql.ref(table.key)} from ${sql.table(table.table)}
    where ${getComparedSql(table, WITHDRAWN_ON)} >= ${sql.lit('0')})`;
}

/** Returns the condition that leaves out the records of withdrawn participants, unless the query asks for them. */
export function excludeWithdrawn(table: Table, query: ListQuery): RawBuilder<boolean>[] {
  const withdrawn = selectWithdrawn(table, query);
  // Not a condition on the day itself, for which each statement would read the complete rows, which are wide.
  return withdrawn ? [sql`${sql.ref(`${table.table}.${table.key}`)} not in ${withdrawn}`] : [];
}

/**
 * Returns the end of a statement that reads a query's rows from the text index alone, as `fromTextIndex` does. Returns
 * undefined if the query has other conditions, or if the engine cannot read the index by itself.
 */
export function findIndexedRows(
  dialect: Dialect,
  table: Table,
  query: ListQuery,
  scope: ListScope,
): Expression<unknown> | undefined {
  const { q, filters } = query;
  if (q === undefined || filters.length > 0 || scope.where) return undefined;
  const wanted = readSearchWords(q);
  const index = getTextIndex(dialect, table);
  const fields = findSearched(table, query);
  if (!index || wanted.length === 0 || fields.length === 0) return undefined;
  if (!wanted.flat().every((word) => findTextIndexFor(dialect, table, word))) return undefined;
  if (!fields.every((field) => index.columns.includes(field))) return undefined;
  const found = dialect.fromTextIndex?.(index, fields, wanted);
  const withdrawn = selectWithdrawn(table, query);
  return found && withdrawn ? sql`${found} and rowid not in ${withdrawn}` : found;
}

/** Returns the expression by which a list sorts by a field. An empty text is null, which sorts last. */
export function buildSorted(dialect: Dialect, table: Table, field: string): RawBuilder<SqlValue> {
  const kind = table.columns[field]?.kind;
  if (kind === 'number' || kind === 'date') return getComparedSql(table, field);
  return buildSortKey(getKeySql(dialect, table, field));
}

/**
 * Returns the expression by which lists compare exact texts, numbers and dates. `value` comes from `getComparedSql`.
 * Texts are case-folded; an empty text becomes null.
 */
function buildComparable(
  dialect: Dialect,
  value: RawBuilder<SqlValue>,
  kind: FieldKind | undefined,
): RawBuilder<SqlValue> {
  return kind === 'number' || kind === 'date' ? value : dialect.folded(value);
}

function buildFilter(dialect: Dialect, table: Table, filter: Filter): RawBuilder<boolean> {
  if (filter.kind === 'empty') return buildEmptiness(dialect, table, filter.field, filter.empty);
  const condition = buildCondition(dialect, table, filter);
  if (!filter.orEmpty) return condition;
  return joinWithOr([condition, buildEmptiness(dialect, table, filter.field, true)]);
}

/** Returns the condition that a field is empty, which is null or an empty text, or that it is not. */
function buildEmptiness(
  dialect: Dialect,
  table: Table,
  field: string,
  empty: boolean,
): RawBuilder<boolean> {
  const kind = table.columns[field]?.kind;
  const compared = buildComparable(dialect, getComparedSql(table, field), kind);
  const isNull = sql<boolean>`${compared} is null`;
  // A date that cannot be read has no value to compare, but is not empty.
  const condition =
    kind === 'date'
      ? joinWithAnd([isNull, sql<boolean>`coalesce(${getSql(table, field)}, '') = ''`])
      : isNull;
  return empty ? condition : sql<boolean>`not (${condition})`;
}

function buildCondition(dialect: Dialect, table: Table, filter: Condition): RawBuilder<boolean> {
  const compared = getComparedSql(table, filter.field);
  const { kind, banded } = table.columns[filter.field] ?? {};
  if (banded && (filter.kind === 'choice' || filter.kind === 'in'))
    return buildLabelCondition(banded, filter.kind === 'in' ? filter.values : [filter.equals]);
  const value = buildComparable(dialect, compared, kind);
  switch (filter.kind) {
    case 'text':
      return buildContains(dialect, table, filter.field, filter.contains);
    case 'exact':
      return sql`${value} = ${fold(filter.equals)}`;
    case 'choice':
      return sql`${getSql(table, filter.field)} = ${filter.equals}`;
    case 'in':
      return kind === 'choice'
        ? sql`${getSql(table, filter.field)} in (${sql.join(filter.values)})`
        : sql`${value} in (${sql.join(filter.values.map(fold))})`;
    case 'number':
      return buildRange(
        value,
        filter.min === undefined ? undefined : dialect.number(filter.min),
        filter.max === undefined ? undefined : dialect.number(filter.max),
      );
    case 'date':
      // `2024-01-02!` sorts after every time on 2024-01-02, such as `2024-01-02 10:00:00`, and before the next
      // day.
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

/**
 * Returns the condition that a field contains a text. On SQLite, searches a column that is declared in `fewValues` by
 * looking through its distinct values.
 */
function buildContains(dialect: Dialect, table: Table, field: string, text: string) {
  const few = table.lookups?.fewValues?.includes(field)
    ? dialect.foundAmongFew?.(
        table.table,
        buildSorted(dialect, table, field),
        readSearchWords(text),
      )
    : undefined;
  return few ?? containsAnywhere(dialect, table, [field], text);
}

/** Returns the condition that the fields contain the words of a text, each word in one of the fields. */
function containsAnywhere(
  dialect: Dialect,
  table: Table,
  fields: string[],
  text: string,
): RawBuilder<boolean> {
  return joinWithOr(
    readSearchWords(text).map((words) =>
      joinWithAnd(words.map((word) => containsWord(dialect, table, fields, word))),
    ),
  );
}

/**
 * Returns the condition that one of the fields contains a word. Uses a text index for the fields that have one, if the
 * word is long enough for it.
 */
function containsWord(
  dialect: Dialect,
  table: Table,
  fields: string[],
  word: string,
): RawBuilder<boolean> {
  const index = findTextIndexFor(dialect, table, word);
  const covered = fields.filter((field) => index?.columns.includes(field));
  const others = fields.filter((field) => !covered.includes(field));
  return joinWithOr([
    ...(index && covered.length > 0
      ? [dialect.foundInTextIndex(sql.ref(`${table.table}.${table.key}`), index, covered, word)]
      : []),
    ...others.map((field) => dialect.contains(getKeySql(dialect, table, field), word)),
  ]);
}

/** Returns the names of the fields in which `q` is searched for. */
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
