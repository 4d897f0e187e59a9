import type { Options } from 'csv-stringify';

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The form of every CSV file, as spreadsheets read it. */
export const csvOptions: Options = {
  record_delimiter: 'windows',
  // A comma, a quote and the record's own end are quoted anyway. Spreadsheets end a row at either half of that,
  // and a cell at a semicolon or a tab, depending on the language of their user.
  quoted_match: /[;\t\r\n]/,
};
