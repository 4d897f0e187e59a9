/** A row of an imported file. */
export interface FileRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  /** The line with the names of the columns: 1 for CSV, and the line of the row itself for JSON. */
  namesLine: number;
  /** The names of the columns. The rows of a CSV file share one list. */
  names: readonly string[];
  values: readonly unknown[];
  /** The columns of the file that have neither a name nor a value. */
  leftAside?: readonly string[];
  /** The reason that the row cannot be read. */
  problem?: string;
}

/** A value of a file, with the heading of its column. */
export interface NamedCell {
  title: string;
  text: string;
}

/** The maximum number of characters of one row. In a longer row, a quotation mark is most likely missing. */
export const MAX_RECORD = 2_000_000;
