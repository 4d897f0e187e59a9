import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Maintained } from 'shared/db/dialect';
import { getDialect } from 'shared/db/dialect-of';
import type { SqlValue } from 'shared/db/types';
import { defined } from 'shared/defined';
import { MAX_SORTED } from 'shared/list/text-key';
import { buildSortKey, buildTextKey } from '../db/text-keys';
import type { Database } from '../db/types';
import { listUploadValues, type UploadIndex } from '../derived/last-upload';
import { getComparedName, getComparedSql, getKeySql, type Table } from '../entities/table';
import { digest, findRowCounter, getTextIndex } from './lookups';

interface ListIndex {
  name: string;
  make(db: Database): Promise<unknown>;
}

/**
 * Makes the indexes of the lists match those that the tables declare (`lookups`). Creates missing indexes,
 * which takes seconds for a million rows, and drops indexes that are no longer declared. A runtime with another
 * version of Unicode replaces the indexes of texts, because it may fold letters differently.
 */
export async function makeListIndexes(db: Database, tables: readonly Table[]): Promise<void> {
  const dialect = getDialect(db);
  const wanted = [
    ...tables.flatMap((table) => listIndexes(dialect, table)),
    // Filling the maintained columns needs the other indexes.
    ...tables.flatMap(({ maintained }) =>
      maintained ? buildMaintained(db, maintained(dialect)) : [],
    ),
  ];
  const names = new Set(wanted.map(({ name }) => name));
  const present = new Set(await dialect.listIndexNames(db));
  const stale = [...present].filter((name) => !names.has(name));
  const missing = wanted.filter(({ name }) => !present.has(name));
  if (stale.length + missing.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const name of stale) await dialect.dropListIndex(transaction, name);
    for (const { make } of missing) await make(transaction);
  });
}

function listIndexes(dialect: Dialect, table: Table): ListIndex[] {
  const text = getTextIndex(dialect, table);
  const count = findRowCounter(table);
  return [
    ...(table.lookups?.uploads ? [buildUploadIndex(table, table.lookups.uploads)] : []),
    ...(table.lookups?.sorted ?? []).flatMap((field) => buildSortedIndexes(dialect, table, field)),
    ...(text
      ? [{ name: text.name, make: (db: Database) => dialect.createTextIndex(db, text) }]
      : []),
    ...(count
      ? [{ name: count, make: (db: Database) => dialect.createRowCount(db, count, table.table) }]
      : []),
  ];
}

/**
 * Returns the indexes with which triggers maintain columns. Making the last one also fills the columns and creates the
 * triggers. Its name changes with their SQL.
 */
function buildMaintained(db: Database, { index, lookups, fill, triggers }: Maintained) {
  const toText = (parts: readonly RawBuilder<unknown>[]) =>
    parts.map((part) => part.compile(db).sql);
  const texts = [...triggers.map(({ statements }) => toText(statements)), toText(fill)];
  const build = ({ table, values }: Maintained['index'], rules: readonly unknown[]) => {
    const text = JSON.stringify([toText(values), ...rules, process.versions.unicode]);
    const name = `list_${table}_${digest(text)}`;
    const columns = values.map((value) => sql`(${value})`);
    const create = sql`create index ${sql.id(name)} on ${sql.table(table)} (${sql.join(columns)})`;
    return {
      name,
      make: async (transaction: Database) => {
        await create.execute(transaction);
      },
    };
  };
  const main = build(index, [texts]);
  const filling: ListIndex = {
    name: main.name,
    async make(transaction) {
      await main.make(transaction);
      for (const statement of fill) await statement.execute(transaction);
      for (const trigger of triggers)
        await getDialect(transaction).replaceTrigger(transaction, trigger);
    },
  };
  return [...lookups.map((lookup) => build(lookup, [])), filling];
}

/** Returns the index from which the latest upload of a navigator is read. */
function buildUploadIndex({ table }: Table, uploads: UploadIndex): ListIndex {
  const columns = listUploadValues(uploads).map((value) => sql`(${value})`);
  const rules = [uploads.navigator, uploads.date, process.versions.unicode];
  const name = `list_${table}_${digest(rules.join())}`;
  return {
    name,
    make: (db) =>
      sql`create index ${sql.id(name)} on ${sql.table(table)} (${sql.join(columns)})`.execute(db),
  };
}

/**
 * Returns the indexes of a column's values in the form in which lists compare them. A text has one for filters by the
 * whole text and one for its order.
 */
function buildSortedIndexes(dialect: Dialect, table: Table, field: string): ListIndex[] {
  const { kind, sql: computed, banded } = defined(table.columns[field]);
  const column = getComparedName(table, field);
  const build = (value: RawBuilder<SqlValue>, rules?: string): ListIndex => {
    const name = `list_${table.table}_${digest([column, kind, rules].join())}`;
    const index = { name, table: table.table, key: table.key, value };
    return { name, make: (db) => dialect.createSortedIndex(db, index) };
  };
  if (banded) return [build(banded.text)];
  const compared = computed ? getComparedSql(table, field) : sql.ref<SqlValue>(column);
  if (kind === 'number' || kind === 'date') return [build(compared)];
  const key = computed
    ? getKeySql(dialect, table, field)
    : buildTextKey(dialect, undefined, column);
  const order = build(buildSortKey(key), `key of ${MAX_SORTED}`);
  const whole = build(dialect.folded(compared), process.versions.unicode);
  return kind === 'choice' ? [order] : [whole, order];
}
