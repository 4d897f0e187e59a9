/** One record as the file has it. */
export interface FileRow {
  /** The line it begins on; the first is 1. */
  line: number;
  /** The line of the columns' names: the header's, or the row's own. */
  namesLine: number;
  /** The columns; rows of one CSV file share the list. */
  names: readonly string[];
  values: readonly unknown[];
  /** The reason that the row cannot be read. */
  problem?: string;
}

/** Characters of one record; what is longer has most likely lost a quotation mark. */
export const MAX_RECORD = 2_000_000;
