import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { defined } from '../../shared/defined';
import type { Call } from './recording-host';

type Row = Record<string, string>;

export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the rows that the panel sent with a call of `downloadJson`. */
export function sentRows({ fields }: Call): Row[] {
  return JSON.parse(defined(fields.ujson));
}

/**
 * Returns the CSV file that a correct host makes from the rows of a `downloadJson` call. `change` can alter the cells.
 */
export function hostFile(call: Call, change: (table: string[][]) => string[][] = (table) => table) {
  const rows = sentRows(call);
  const titles = Object.keys(rows[0] ?? {});
  return stringify(
    change([titles, ...rows.map((row) => titles.map((title) => defined(row[title])))]),
  );
}

/** Returns the lines of a CSV file, each as an array of its cells. */
export function readCsv(file: string): string[][] {
  return parse(file, { bom: true });
}
