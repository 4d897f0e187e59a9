import type { Options } from 'csv-stringify';

/** The first character of every CSV file. Without it, some spreadsheets do not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The options for writing every CSV file, so that spreadsheets can read it. */
export const csvOptions: Options = {
  record_delimiter: 'windows',
  // The library quotes cells with a comma, a quote or a complete CRLF anyway. Spreadsheets also end a row at a single
  // CR or LF. Depending on the user's language, they also end a cell at a semicolon or a tab.
  quoted_match: /[;\t\r\n]/,
};
