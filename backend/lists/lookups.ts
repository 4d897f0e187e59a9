import { createHash } from 'node:crypto';
import type { Dialect, TextIndex } from 'shared/db/dialect';
import { ORDER_MARKS } from 'shared/list/text-key';
import { buildTextKey, TEXT_KEYS } from '../db/text-keys';
import type { Table } from '../entities/table';

/** The minimum length of a text that a text index can find. The index consists of parts of this length. */
const SHORTEST = 3;

/**
 * Returns the text index that a table declares, if any. Its name changes with its columns and the form of the keys.
 */
export function getTextIndex(
  dialect: Dialect,
  { table, key, lookups }: Table,
): TextIndex | undefined {
  const columns = lookups?.searched ?? [];
  if (columns.length === 0) return undefined;
  return {
    name: `find_${table}_${digest(`${columns.join()} ${ORDER_MARKS.source}`)}`,
    table,
    key,
    columns,
    keys: TEXT_KEYS,
    buildKey: (row, column) => buildTextKey(dialect, row, column),
  };
}

/** Returns the table's text index, or undefined when it has none or the word is too short for it. */
export function findTextIndexFor(
  dialect: Dialect,
  table: Table,
  word: string,
): TextIndex | undefined {
  return [...word].length >= SHORTEST ? getTextIndex(dialect, table) : undefined;
}

/**
 * Returns the name of the table in which triggers count this table's rows. Only tables with
 * `lookups` have one.
 */
export function findRowCounter({ table, lookups }: Table): string | undefined {
  return lookups && `count_${table}_${digest(table)}`;
}

/** Returns the first eight hexadecimal digits of a text's SHA-256 digest, for names that change with the text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
