import type { Database } from '../../backend/db/types';
import { linkedParticipant } from '../../backend/entities/linked-participant';
import { getComparedName, type Table } from '../../backend/entities/table';
import { getAllTables } from '../../backend/entities/tables';
import { byName, type SqlRow, type SqlValue } from '../../shared/db/types';
import { normalizeDate } from '../../shared/list/values';

/** The tables of the host that store dates, each with the names of its date columns. */
export const dates = [...getAllTables(), linkedParticipant].flatMap((table: Table) => {
  const stored = Object.entries(table.columns).flatMap(([name, { kind, sql }]) =>
    kind === 'date' && sql === undefined ? [name] : [],
  );
  return stored.length > 0 ? [{ table, stored }] : [];
});

interface ReadDate {
  /** The table, the id of the row, and the column. */
  place: string;
  text: SqlValue;
  sortable: SqlValue;
}

/** Reads all dates of a host's database that are not empty, with their sortable values. */
export async function readDates(db: Database): Promise<ReadDate[]> {
  const read: ReadDate[] = [];
  for (const { table, stored } of dates) {
    const rows: SqlRow[] = await byName(db).selectFrom(table.table).selectAll().execute();
    for (const row of rows)
      for (const name of stored) {
        const [text = null, sortable = null] = [row[name], row[getComparedName(table, name)]];
        if (text === null && sortable === null) continue;
        read.push({ place: `${table.table} ${row[table.key]} ${name}`, text, sortable });
      }
  }
  return read;
}

/** Returns the dates whose sortable value differs from the value by which lists are filtered in memory. */
export async function findWrongDates(db: Database, timeZone: string): Promise<ReadDate[]> {
  const read = await readDates(db);
  return read.filter(({ text, sortable }) => sortable !== normalizeDate(text, timeZone));
}
