import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TextIndex } from '../lookups';

/**
 * What SQL engines spell differently, for SQLite. Everything else in backend/ is plain SQL, so a
 * second engine needs only its own version of these functions.
 */
type Sql = Expression<unknown>;

/** Case folded text, null when there is none. */
export function folded(value: Sql): RawBuilder<string | null> {
  return sql`fold(nullif(${value}, ''))`;
}

/** Whether the text contains another, case folded. No wildcards: `%` and `_` are themselves. */
export function contains(value: Sql, part: string): RawBuilder<boolean> {
  return sql`instr(fold(${value}), fold(${part})) > 0`;
}

/** Whether one of a text index's columns contains the text, of which the caller has folded the case. */
export function foundInTextIndex(
  key: Sql,
  index: TextIndex,
  columns: readonly string[],
  part: string,
): RawBuilder<boolean> {
  const wanted = `{${columns.join(' ')}} : "${part.replaceAll('"', '""')}"`;
  const found = sql.table(index.name);
  return sql`${key} in (select rowid from ${found} where ${found} match ${wanted})`;
}

/** Whether the text contains another, letter by letter. */
export function containsExactly(value: Sql, part: Sql): RawBuilder<boolean> {
  return sql`instr(${value}, ${part}) > 0`;
}

/**
 * A stored date as `YYYY-MM-DD[ HH:MM:SS]` in the study's zone, null when it is unreadable. The zone
 * stands in the text and is no parameter: an index holds it so.
 */
export function studyTime(value: Sql, timeZone: string): RawBuilder<string | null> {
  return sql`study_time(${value}, ${sql.lit(timeZone)})`;
}

/** All values of a subquery's column `name` in one text, parted by a comma; '' for none. */
export function joinedNames(names: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select group_concat(named.name, ', ') from (${names}) as named), '')`;
}
