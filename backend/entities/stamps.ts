import type { SqlRow } from '../db/types';
import type { Table } from './table';

/** Returns the columns for the user and time of a save, and for the maker when the record is new. */
export function buildStamps(table: Table, user: string, now: string, adding: boolean): SqlRow {
  const prefix = table.stamped;
  if (!prefix) return {};
  return {
    ...(adding ? { [`${prefix}_createuser`]: user, [`${prefix}_createdate`]: now } : {}),
    [`${prefix}_lastupdateuser`]: user,
    [`${prefix}_lastupdatedate`]: now,
  };
}
