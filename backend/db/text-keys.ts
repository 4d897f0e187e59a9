import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from 'shared/db/dialect';
import type { SqlValue } from 'shared/db/types';
import { MAX_SORTED, makeTextKey } from 'shared/list/text-key';
import { toText } from 'shared/list/to-text';
import { type Companion, CompanionColumns, type Written } from './companion-columns';

/** The column that stores the keys of a row's texts (shared/list/text-key.ts), as JSON by column. */
export const TEXT_KEYS = 'text_keys';

/** The key and the text columns of a table. */
export interface KeyedTable {
  key: string;
  texts: readonly string[];
  /** True if rows are never changed, so that only new ones get keys. */
  appendOnly?: boolean;
}

/** The tables whose texts have keys, by the name of the SQL table. */
export type KeyedTables = ReadonlyMap<string, KeyedTable>;

/**
 * Returns the key of a text if it must be stored. Returns null if the key is the text in lower case, which the engines
 * compute themselves: most answers are such texts.
 */
function findStoredKey(raw: unknown, locale: string): string | null {
  const text = toText(raw);
  if (text === '') return null;
  const key = makeTextKey(text, locale);
  return key === text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ? null : key;
}

/** Returns the keys of a row's texts as they are stored, which is null if all of them are. */
export function computeTextKeys(written: Written, locale: string): string | null {
  const keys = Array.from(written, ([name, text]) => [name, findStoredKey(text, locale)] as const);
  const stored = keys.filter(([, key]) => key !== null);
  return stored.length === 0 ? null : JSON.stringify(Object.fromEntries(stored));
}

/** Stores beside the texts that are written their keys. */
export class TextKeys extends CompanionColumns {
  constructor(dialect: Dialect, tables: KeyedTables, locale: string) {
    const build = (table: string, columns: readonly string[]): Companion => ({
      columns,
      name: TEXT_KEYS,
      compute: (written) => computeTextKeys(written, locale),
      change(written) {
        const keys = Array.from(written, ([name, text]) => [name, findStoredKey(text, locale)]);
        const changed = JSON.stringify(Object.fromEntries(keys));
        return dialect.mergeJson(sql.ref(`${table}.${TEXT_KEYS}`), changed).toOperationNode();
      },
    });
    super(new Map(Array.from(tables, ([name, { texts }]) => [name, [build(name, texts)]])));
  }
}

/**
 * Returns the SQL of the key of a stored text, which is null if the text is empty. `row` is the name of the table, `new`
 * in a trigger, or undefined in an index.
 */
export function buildTextKey(
  dialect: Dialect,
  row: string | undefined,
  column: string,
): RawBuilder<SqlValue> {
  const refer = (name: string) => sql.ref<SqlValue>(row ? `${row}.${name}` : name);
  const stored = sql`${refer(TEXT_KEYS)} ->> ${sql.lit(column)}`;
  return sql`coalesce(${stored}, ${dialect.lowered(refer(column))})`;
}

/** Returns the SQL of the part of a key by which lists sort. */
export function buildSortKey(key: RawBuilder<SqlValue>): RawBuilder<SqlValue> {
  return sql`substr(${key}, 1, ${sql.lit(MAX_SORTED)})`;
}
