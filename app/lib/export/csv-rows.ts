import { stringify } from 'csv-stringify/sync';
import { csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';

/**
 * Returns a value as a CSV file for analysis contains it. Line breaks become spaces, because SPSS reads a file line by
 * line. Adds an apostrophe before text that a spreadsheet could run as a formula.
 */
export function toCsvCell(text: string): string {
  return neutralize(text.replace(/\r\n|[\r\n]/g, ' '));
}

/** Returns rows of values from toCsvCell as lines of a CSV file. */
export function writeCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], csvOptions);
}

/** Returns rows of any values as lines of a CSV file. */
export function writeCsvRows(rows: readonly (readonly string[])[]): string {
  return writeCsvLines(rows.map((cells) => cells.map(toCsvCell)));
}
