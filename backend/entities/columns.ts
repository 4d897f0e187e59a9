import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Band, Bands } from 'shared/bands';
import type { Dialect } from 'shared/db/dialect';
import type { SqlValue } from 'shared/db/types';
import type { Option } from 'shared/entities/field';
import type { FieldKind } from 'shared/list/grammar';
import { buildTextKey } from '../db/text-keys';
import type { TableColumn } from './table';

/** Splits a text into names at its white space. */
export function splitNames(names: string): string[] {
  return names.trim().split(/\s+/);
}

/** Returns stored columns of one kind. `names` are separated by white space. */
export function stored(kind: FieldKind, names: string): Record<string, TableColumn> {
  return Object.fromEntries(splitNames(names).map((name) => [name, { kind }]));
}

/** Returns a column that is computed by an SQL expression. */
export function buildComputed(kind: FieldKind, expression: Expression<unknown>): TableColumn {
  return { kind, sql: sql<SqlValue>`${expression}` };
}

/**
 * Returns a computed column with the label of the band, such as a range of days, in which a stored text falls. The
 * bands depend on the present day, so `getBands` is called for each statement.
 */
export function buildBanded(column: string, getBands: () => Bands): TableColumn {
  const text = sql.ref<string | null>(column);
  const build = () => {
    const { bands, otherwise } = getBands();
    const cases = bands.map(
      (band) => sql`when ${buildBandCondition(text, band)} then ${sql.lit(band.label)}`,
    );
    return sql<SqlValue>`case ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`;
  };
  return { kind: 'choice', sql: build, banded: { text, getBands } };
}

/** Returns the condition that a banded column has one of these labels. */
export function buildLabelCondition(
  { text, getBands }: NonNullable<TableColumn['banded']>,
  labels: readonly string[],
): RawBuilder<boolean> {
  const { bands, otherwise } = getBands();
  const found = bands.filter(({ label }) => labels.includes(label));
  const conditions = found.map((band) => buildBandCondition(text, band));
  if (labels.includes(otherwise)) conditions.push(sql<boolean>`${text} is null`);
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
}

function buildBandCondition(
  text: RawBuilder<string | null>,
  { from, to }: Band,
): RawBuilder<boolean> {
  const limits = [
    ...(from === undefined ? [] : [sql`${text} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${text} <= ${to}`]),
  ];
  return sql`(${sql.join(limits, sql` and `)})`;
}

/** Returns a computed column that shows the label of a code, or `otherwise` for every code without a label. */
export function buildCodeLabel(
  column: string,
  codes: readonly Option[],
  otherwise: string,
): TableColumn {
  const cases = codes
    .filter(({ label }) => label !== otherwise)
    .map(({ value, label }) => sql`when ${sql.lit(Number(value))} then ${sql.lit(label)}`);
  return {
    kind: 'choice',
    sql: sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`,
    storedColumn: column,
  };
}

/** Returns a computed column that shows a stored column under another name. */
export function buildAlias(kind: FieldKind, table: string, column: string): TableColumn {
  return {
    kind,
    sql: sql.ref<SqlValue>(`${table}.${column}`),
    ...(kind === 'text' && {
      buildKey: (dialect: Dialect) => buildTextKey(dialect, table, column),
    }),
    storedColumn: column,
  };
}

/** Returns the columns for the user and time of a record's creation and of its last change. */
export function buildStampColumns(prefix: string): Record<string, TableColumn> {
  return {
    [`${prefix}_createuser`]: { kind: 'text' },
    [`${prefix}_createdate`]: { kind: 'date' },
    [`${prefix}_lastupdateuser`]: { kind: 'text' },
    [`${prefix}_lastupdatedate`]: { kind: 'date' },
  };
}
