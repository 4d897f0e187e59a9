import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { defined } from '../../shared/defined';
import type { Call } from './recording-host';

type Row = Record<string, string>;

export const BYTE_ORDER_MARK = '\uFEFF';

/** The rows that a call of `downloadJson` has sent. */
export function sentRows({ fields }: Call): Row[] {
  return JSON.parse(defined(fields.ujson));
}

/** The file that a careful host makes of the rows that it was sent, after a `change` of it if one is given. */
export function hostFile(call: Call, change: (table: string[][]) => string[][] = (table) => table) {
  const rows = sentRows(call);
  const titles = Object.keys(rows[0] ?? {});
  return stringify(
    change([titles, ...rows.map((row) => titles.map((title) => defined(row[title])))]),
  );
}

/** The lines of a CSV file, each with its cells. */
export function readCsv(file: string): string[][] {
  return parse(file, { bom: true });
}
