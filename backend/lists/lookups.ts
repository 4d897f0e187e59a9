import { createHash } from 'node:crypto';
import { fold } from 'shared/list/values';
import type { TextIndex } from '../db/dialect';
import type { Table } from '../entities/table';

/** Text indexes hold parts of this many characters: a shorter text is not found by them. */
const SHORTEST = 3;

export function getTextIndex({ table, key, lookups }: Table): TextIndex | undefined {
  const columns = lookups?.searched ?? [];
  if (columns.length === 0) return undefined;
  return {
    name: `find_${table}_${digest(`${columns.join()} ${process.versions.unicode}`)}`,
    table,
    key,
    columns,
  };
}

/** The table's text index, when it can find this text. */
export function findTextIndexFor(table: Table, text: string): TextIndex | undefined {
  return [...fold(text)].length >= SHORTEST ? getTextIndex(table) : undefined;
}

/** Returns the table that counts the rows of a long one, which the database itself updates. */
export function findRowCounter({ table, lookups }: Table): string | undefined {
  return lookups && `count_${table}_${digest(table)}`;
}

/** Returns eight letters of a definition's digest, for the name of its index. */
export function digest(definition: string): string {
  return createHash('sha256').update(definition).digest('hex').slice(0, 8);
}
