import { memoizeByObject } from 'shared/memoize-by-object';
import { getSql } from '../entities/table';
import type { ImportTable } from './import-table';

/**
 * Returns the SQL of the columns that cells of a file can be compared with. Leaves out computed columns such as counts,
 * unless they show a stored column or the name of a referenced record.
 */
export const buildComparableColumns = memoizeByObject(({ table, refersTo = {} }: ImportTable) => {
  const shown = Object.values(refersTo).map(({ named }) => named?.shownAs);
  return Object.entries(table.columns)
    .filter(([name, column]) => !column.sql || column.storedColumn || shown.includes(name))
    .map(([name]) => getSql(table, name).as(name));
});
