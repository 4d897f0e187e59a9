import type { Options } from 'csv-stringify';

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** How every CSV file is written, as spreadsheets read it. */
export const csvOptions: Options = {
  record_delimiter: 'windows',
  // Only the record's own end is quoted by itself, and spreadsheets end a row at either half.
  quoted_match: /[\r\n]/,
};
