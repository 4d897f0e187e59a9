import type { SqlRow } from 'shared/db/types';
import type { Table } from './table';

/**
 * Returns the values of a record's stamp columns: the user and time of this save as the last change, and also as the
 * creation if the record is being added.
 */
export function buildStamps(table: Table, user: string, now: string, adding: boolean): SqlRow {
  const prefix = table.stampPrefix;
  if (!prefix) return {};
  return {
    ...(adding ? { [`${prefix}_createuser`]: user, [`${prefix}_createdate`]: now } : {}),
    [`${prefix}_lastupdateuser`]: user,
    [`${prefix}_lastupdatedate`]: now,
  };
}
