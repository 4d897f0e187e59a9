import type { Expression, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { SearchWords } from '../list/search-words';
import type { SqlValue } from './types';

type Sql = Expression<unknown>;

/**
 * The parts of SQL that differ between the engines. Both engines understand all other SQL of the project.
 */
export interface Dialect {
  /** True if the engine allows only one writer at a time. */
  oneWriter: boolean;
  /** Returns the expression for the case folded text, which is null for an empty text. */
  folded(value: Sql): RawBuilder<string | null>;
  /**
   * Returns the expression to index for a value that may be too long for an index. Equal values have equal
   * results.
   */
  indexed(value: Sql): RawBuilder<SqlValue>;
  /** Returns the expression for the text with ASCII letters in lower case, which is null for an empty text. */
  lowered(value: Sql): RawBuilder<SqlValue>;
  /** Returns the condition that a key (shared/list/text-key.ts) contains `word`. `%` and `_` are not wildcards. */
  contains(key: Sql, word: string): RawBuilder<boolean>;
  /** Returns the condition that the key of one of the columns contains `word`, using a text index. */
  foundInTextIndex(
    id: Sql,
    index: TextIndex,
    columns: readonly string[],
    word: string,
  ): RawBuilder<boolean>;
  /**
   * Returns the end of a statement that selects from the text index, beginning with `from`. It reads an entry for each
   * row whose columns contain the words, with the row's id as `rowid`. Undefined for engines whose text index cannot be
   * read by itself.
   */
  fromTextIndex?(index: TextIndex, columns: readonly string[], wanted: SearchWords): Sql;
  /**
   * Returns the condition that an indexed key with few distinct values contains the words. Undefined for engines whose
   * text index is as fast.
   */
  foundAmongFew?(table: string, key: Sql, wanted: SearchWords): RawBuilder<boolean>;
  /** Returns the expression of a JSON text as a column of JSON stores it. */
  toJson(text: Sql): RawBuilder<unknown>;
  /** Returns the expression of a JSON object with these fields changed, or removed if they are null. */
  mergeJson(json: Sql, changed: string): RawBuilder<unknown>;
  /** Returns the expression of a number, with or without a fraction, that a column is compared with. */
  number(value: number): RawBuilder<number>;
  /** Returns the condition that a field of a JSON text equals this text. */
  fieldEquals(json: Sql, field: string, text: string): RawBuilder<boolean>;
  /** Returns a table of the elements of a JSON list, whose column is `value`. */
  elements(json: string): RawBuilder<unknown>;

  /** Returns the names of the sorted indexes, text indexes and row counters of lists. */
  listIndexNames(db: QueryExecutorProvider): Promise<string[]>;
  dropListIndex(db: QueryExecutorProvider, name: string): Promise<void>;
  /** Creates an index on a value and then the key, for reading rows in both directions. */
  createSortedIndex(db: QueryExecutorProvider, index: SortedIndex): Promise<void>;
  createTextIndex(db: QueryExecutorProvider, index: TextIndex): Promise<void>;
  /**
   * Creates a counter of a table's rows. Every page of a list shows their number, and counting a million rows
   * takes longer than the rest of the page.
   */
  createRowCount(db: QueryExecutorProvider, name: string, table: string): Promise<void>;
  /** Creates a trigger, or replaces the one of the same name on the same table. */
  replaceTrigger(db: QueryExecutorProvider, trigger: Trigger): Promise<void>;

  /** Locks a table against writes by others, but not against reads, until the transaction ends. */
  lockTable(db: QueryExecutorProvider, table: string): Promise<void>;
  /**
   * Updates the statistics of a table, on engines that would otherwise not use the indexes of a newly filled
   * table.
   */
  analyze(db: QueryExecutorProvider, table: string): Promise<void>;
  /**
   * Makes the generated keys of all tables continue after the largest key. Must run after rows were copied
   * together with their keys.
   */
  restartKeys(db: QueryExecutorProvider): Promise<void>;
  /** Makes the generated keys of a table continue after `id`, unless they are beyond it already. */
  reserveKeys(db: QueryExecutorProvider, table: string, key: string, id: number): Promise<void>;
  /**
   * Does the work while holding the lock of this name, and returns the result. Does nothing and returns
   * undefined when another process holds the lock. The lock is released when the work or the process ends, even
   * by a crash.
   */
  whileFree<DB, T>(db: Kysely<DB>, name: string, work: () => Promise<T>): Promise<T | undefined>;
  /** Returns the schema in which new tables are created, or undefined on an engine without schemas. */
  findSchema(db: QueryExecutorProvider): Promise<string | undefined>;
  /**
   * Does the work while no other process runs `alone` on the same database. Waits for the other process to
   * finish.
   */
  alone<DB, T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T>;
  /** Returns a sentence for the operator when the database lacks an optional feature. */
  lacks(db: QueryExecutorProvider): Promise<string | undefined>;
}

/** Statements that run after each row that is added, changed or removed. They name it `new` or `old`. */
export interface Trigger {
  name: string;
  table: string;
  event: 'insert' | 'update' | 'delete';
  /** The columns whose changes the trigger follows, for the event `update`. */
  columns?: readonly string[];
  /** The statements have no parameters. */
  statements: readonly RawBuilder<unknown>[];
}

/** An index on expressions of a table. */
interface ValueIndex {
  table: string;
  values: readonly RawBuilder<SqlValue>[];
}

/** Triggers that maintain columns, and the statements that fill these columns before the triggers exist. */
export interface Maintained {
  /** Creates the index that the statements need. */
  index: ValueIndex;
  /** Other indexes that the statements need. */
  lookups: readonly ValueIndex[];
  fill: readonly RawBuilder<unknown>[];
  triggers: readonly Trigger[];
}

export interface SortedIndex {
  name: string;
  table: string;
  key: string;
  value: RawBuilder<SqlValue>;
}

/** An index over the parts of texts: it finds `0017` in `S-00171` without reading the table. */
export interface TextIndex {
  /**
   * The name contains a digest of the indexed columns, so that a changed declaration results in a new index.
   */
  name: string;
  table: string;
  key: string;
  columns: readonly string[];
  /** The column in which keys of these columns may be stored. */
  keys: string;
  /** Returns the key of a column. `row` is the name of the row, or undefined in the index itself. */
  buildKey(row: string | undefined, column: string): RawBuilder<SqlValue>;
}
