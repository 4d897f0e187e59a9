import { type Expression, type RawBuilder, sql } from 'kysely';

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

/** Whether the text contains another, letter by letter. */
export function containsExactly(value: Sql, part: Sql): RawBuilder<boolean> {
  return sql`instr(${value}, ${part}) > 0`;
}

/**
 * A stored date as `YYYY-MM-DD[ HH:MM:SS]` in the study's zone, null when it is unreadable. Nearly
 * all are stored so already, which SQLite itself can tell without a call into JavaScript.
 */
export function studyTime(value: Sql, timeZone: string): RawBuilder<string | null> {
  // SQLite takes 24:00:00 for a time of day.
  return sql`case when (datetime(${value}) = ${value} and substr(${value}, 12, 2) <> '24')
      or date(${value}) = ${value}
    then ${value} else study_time(${value}, ${timeZone}) end`;
}

/** All values of a subquery's column `name` in one text, parted by a comma; '' for none. */
export function joinedNames(names: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select group_concat(named.name, ', ') from (${names}) as named), '')`;
}
