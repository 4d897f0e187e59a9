import type { SqlRow } from 'shared/db/types';
import type { Database } from '../db/types';
import type { Parameter, Table } from '../entities/table';

/** The rules of an entity's import beyond those of its table. */
export interface ImportTable {
  table: Table;
  /** The columns that identify a record if a row has no id; a new record needs the first of them. */
  natural: readonly string[];
  /**
   * True if an import may change the natural columns of a record that it identifies by its id. Clinics may be
   * renamed; people may not, because a wrong id would then overwrite another person's record.
   */
  renames?: boolean;
  /** By column, the end of the message about a text that is not in the column's fixed list. */
  unknown?: Readonly<Record<string, string>>;
  /** The columns that may hold fractions. */
  fractions?: readonly string[];
  /** The columns whose texts may be as long as rich text. */
  long?: readonly string[];
  /** The columns that refer to records of other tables by their ids. */
  refersTo?: Readonly<Record<string, Reference>>;
  /** Groups of columns. A text may appear in only one record, whichever column of the group it is in. */
  distinct?: readonly { columns: readonly string[]; message: (text: string) => string }[];
  /**
   * Creates the check for the rows of a file, which replaces the check of a save. It is called in the order of
   * the rows, so that it can take the effects of earlier rows into account.
   */
  checker?: (db: Database) => Promise<RowCheck>;
  /** Returns the column that holds HTML in a record with these values, or undefined if none does. */
  html?: (values: SqlRow) => string | undefined;
}

/** Checks the values that a row would save. Returns a message to refuse the row, or undefined to allow it. */
export type RowCheck = (
  values: SqlRow,
  current: SqlRow | undefined,
  line: number,
) => string | undefined;

interface Reference {
  table: string;
  key: string;
  /** The column with the record's name in that table, and the column of this table that shows the name. */
  named?: { name: string; shownAs: string };
}

/** Returns the parameter by which a save writes a column, if there is one. */
export function findRule({ table }: ImportTable, column: string): Parameter | undefined {
  return Object.values(table.save?.parameters ?? {}).find((rule) => rule.column === column);
}
