import type { Expression, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { SqlValue } from './types';

type Sql = Expression<unknown>;

/** The parts of SQL that the engines spell differently. Everything else in backend/ is plain SQL. */
export interface Dialect {
  /** True if the engine runs one writer at a time. */
  oneWriter: boolean;
  /** Case folded text, null when there is none. */
  folded(value: Sql): RawBuilder<string | null>;
  /** Returns the expression that indexes a value that may be long: equal for equal values. */
  indexed(value: Sql): RawBuilder<SqlValue>;
  /** Returns the condition that the text contains another, case folded. `%` and `_` are no wildcards. */
  contains(value: Sql, part: string): RawBuilder<boolean>;
  /** Returns the condition that one of these columns contains the text, whose case the caller has folded. */
  foundInTextIndex(
    key: Sql,
    index: TextIndex,
    columns: readonly string[],
    part: string,
  ): RawBuilder<boolean>;
  /**
   * Returns the condition that an indexed column of few values contains a text, of which the caller has folded
   * the case. Absent where the text index is as fast.
   */
  foundAmongFew?(table: string, value: Sql, part: string): RawBuilder<boolean>;
  /** A number to compare a column with, whole or not. */
  number(value: number): RawBuilder<number>;
  /** Returns the condition that a field of a JSON text equals this text. */
  fieldEquals(json: Sql, field: string, text: string): RawBuilder<boolean>;
  /** Returns a table of the elements of a JSON list, whose column is `value`. */
  elements(json: string): RawBuilder<unknown>;

  /** The names of what lists have made for themselves. */
  listIndexNames(db: QueryExecutorProvider): Promise<string[]>;
  dropListIndex(db: QueryExecutorProvider, name: string): Promise<void>;
  /** Holds a table's rows in the order of a value, then of the key, for reading in both directions. */
  createSortedIndex(db: QueryExecutorProvider, index: SortedIndex): Promise<void>;
  createTextIndex(db: QueryExecutorProvider, index: TextIndex): Promise<void>;
  /**
   * Creates a counter of a table's rows: every page of a list shows their number, and counting
   * a million takes longer than all the rest.
   */
  createRowCount(db: QueryExecutorProvider, name: string, table: string): Promise<void>;

  /** Nobody else writes to the table until the transaction ends; everybody reads. */
  lockTable(db: QueryExecutorProvider, table: string): Promise<void>;
  /** Has the engine count what a table holds, where it would not use an index of a new table without that. */
  analyze(db: QueryExecutorProvider, table: string): Promise<void>;
  /** New keys begin behind those that came with their rows. */
  restartKeys(db: QueryExecutorProvider): Promise<void>;
  /** New keys of a table begin behind this one. */
  reserveKeys(db: QueryExecutorProvider, table: string, key: string, id: number): Promise<void>;
  /**
   * Does the work while no other process does the work of this name, and lets go when the process ends in
   * any way. Returns undefined, and does nothing, while another one does it.
   */
  whileFree<DB, T>(db: Kysely<DB>, name: string, work: () => Promise<T>): Promise<T | undefined>;
  /** The schema that new tables go into, where the engine has such a thing. */
  schemaOf(db: QueryExecutorProvider): Promise<string | undefined>;
  /** Does the work while no other process does work of this kind on the same database. */
  alone<DB, T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T>;
  /** Returns a sentence for the operator when the database lacks something optional. */
  lacks(db: QueryExecutorProvider): Promise<string | undefined>;
}

export interface SortedIndex {
  name: string;
  table: string;
  key: string;
  value: RawBuilder<SqlValue>;
}

/** An index over the parts of texts: it finds `0017` in `S-00171` without reading the table. */
export interface TextIndex {
  /** Changes with what is indexed, so that another declaration makes another index. */
  name: string;
  table: string;
  key: string;
  columns: readonly string[];
}
