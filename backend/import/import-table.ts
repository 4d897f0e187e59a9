import type { Database, SqlRow } from '../db/types';
import type { Parameter, Table } from '../entities/table';

/** The rules of an entity's import beyond those of its table. */
export interface ImportTable {
  table: Table;
  /** The columns that identify a record if a row has no id; a new record needs the first of them. */
  natural: readonly string[];
  /** True if an import may rename records with a known id: a clinic, but no person. */
  renames?: boolean;
  /** The ends of the sentences about a text that is not of a column's fixed list. */
  unknown?: Readonly<Record<string, string>>;
  /** Columns that hold fractions. */
  fractions?: readonly string[];
  /** Columns whose texts may be as long as rich text. */
  long?: readonly string[];
  /** Columns that name a record of another table by its id, or by its name in a column of this one. */
  refersTo?: Readonly<Record<string, Reference>>;
  /** Texts that only one record may have, in any of these columns. */
  distinct?: readonly { columns: readonly string[]; message: (text: string) => string }[];
  /** Checks rows in their order, each knowing what those before would do; instead of the check of a save. */
  checker?: (db: Database) => Promise<RowCheck>;
  /** The column that holds HTML, where the record has any. */
  html?: (values: SqlRow) => string | undefined;
}

/** Refuses what a row would make of a record by the text that it returns. */
export type RowCheck = (
  values: SqlRow,
  current: SqlRow | undefined,
  line: number,
) => string | undefined;

export interface Reference {
  table: string;
  key: string;
  /** The name in that table, and the column of this one that shows it. */
  named?: { name: string; shownAs: string };
}

/** The rule of a save for a column. */
export function findRule({ table }: ImportTable, column: string): Parameter | undefined {
  return Object.values(table.save?.parameters ?? {}).find((rule) => rule.column === column);
}
