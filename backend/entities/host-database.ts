import { type DatabaseLocation, openDatabase } from 'shared/db/connect';
import type { HostTables } from '../db/host-tables';
import { type DatedTables, SortableDates } from '../db/sortable-dates';
import type { Database } from '../db/types';
import { linkedParticipant } from './linked-participant';
import type { Table } from './table';
import { getAllTables } from './tables';

/**
 * Opens the host's database for reading and writing. Inserts and updates also store the sortable values of
 * their dates, in the study's time zone.
 */
export async function openHostDatabase(
  location: DatabaseLocation,
  timeZone: string,
): Promise<Database> {
  const db = await openDatabase<HostTables>(location);
  return db.withPlugin(new SortableDates(datedTables, timeZone));
}

/** Returns the tables that store a sortable value for each of their dates. */
export function findDatedTables(tables: readonly Table[]): DatedTables {
  return new Map(
    tables.flatMap(({ table, key, columns, appendOnly }) => {
      const dates = Object.entries(columns).flatMap(([name, { kind, sql }]) =>
        kind === 'date' && sql === undefined ? [name] : [],
      );
      return dates.length === 0 || appendOnly ? [] : [[table, { key, dates }]];
    }),
  );
}

/** The tables of the host that store a sortable value for each of their dates. */
export const datedTables = findDatedTables([...getAllTables(), linkedParticipant]);
