import { normalizeDate } from 'shared/list/values';
import { type Companion, CompanionColumns } from './companion-columns';

/** The key and the date columns of a table. */
export interface DatedTable {
  key: string;
  dates: readonly string[];
}

/** The tables with dates, by the name of the SQL table. */
export type DatedTables = ReadonlyMap<string, DatedTable>;

/** Returns the name of the column that stores a date in its sortable form, in addition to the original text. */
export function getSortableName(date: string): string {
  return `${date}_sortable`;
}

/** Stores beside each date that is written its sortable value. */
export class SortableDates extends CompanionColumns {
  constructor(tables: DatedTables, timeZone: string) {
    const build = (date: string): Companion => ({
      columns: [date],
      name: getSortableName(date),
      compute: (written) => normalizeDate(written.get(date), timeZone),
    });
    super(new Map(Array.from(tables, ([name, { dates }]) => [name, dates.map(build)])));
  }
}
