import { createHash } from 'node:crypto';
import { fold } from 'shared/list/values';
import type { TextIndex } from './db/dialect';
import type { Table } from './nouns/table';

/** Text indexes hold parts of this many characters: a shorter text is not found by them. */
const SHORTEST = 3;

export function textIndexOf({ table, key, lookups }: Table): TextIndex | undefined {
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
export function textIndexFor(table: Table, text: string): TextIndex | undefined {
  return [...fold(text)].length >= SHORTEST ? textIndexOf(table) : undefined;
}

/** Where the number of a long table's rows stands, kept up by the database itself. */
export function rowCountOf({ table, lookups }: Table): string | undefined {
  return lookups && `count_${table}_${digest(table)}`;
}

/** Eight letters that stand for a definition in the name of what it makes. */
export function digest(definition: string): string {
  return createHash('sha256').update(definition).digest('hex').slice(0, 8);
}
