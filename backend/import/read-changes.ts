import type { SqlRow, SqlValue } from 'shared/db/types';
import { getFirstProblem } from '../wire/fields';
import { type CellScope, isSameCell, readCell, readCellText } from './cells';
import type { ImportTable } from './import-table';
import type { NamedRow } from './match';
import type { References } from './references';
import { getSpellingKey } from './spellings';
import { withValue } from './with-value';

/** Returns the functions that read the values of a row. */
export function makeChangeReader(
  { table, natural, renames = false }: ImportTable,
  references: References,
  getTitle: (columns: NamedRow['columns'], target: string) => string,
  scope: CellScope,
) {
  /** Returns whether a record has a value, or a natural value that is only spelt otherwise. An id allows renaming. */
  const isSameValue = (target: string, value: SqlValue, current: SqlRow, id?: number) => {
    const stored = current[target] ?? null;
    if (value === stored) return true;
    if (!natural.includes(target) || (renames && id !== undefined)) return false;
    const kind = table.columns[target]?.valueKind;
    return getSpellingKey(kind, value) === getSpellingKey(kind, stored);
  };

  return {
    /**
     * Reads the cells of a row. Returns `changes`, the values to save, and `wrong`, the error of each invalid cell by
     * column.
     */
    listChanges({ row, columns, id }: NamedRow, current: SqlRow | undefined) {
      const changes: SqlRow = {};
      const wrong = new Map<string, string>();
      for (const [at, column] of columns.entries()) {
        if (!column || column.target === table.key) continue;
        const { target, title } = column;
        if (current && isSameCell(column, row.values[at], current, scope)) continue;
        const read = readCell(column, row.values[at], scope);
        const refuse = (problem: string) =>
          wrong.set(target, withValue(problem, column, readCellText(row.values[at], scope)));
        const known = references.ids.get(target);
        if (!read.ok) wrong.set(target, read.error);
        else if (current && isSameValue(target, read.value, current, id)) continue;
        else if (Object.hasOwn(changes, target) && changes[target] !== read.value)
          refuse(`${title} and ${getTitle(columns, target)} differ`);
        else if (current && natural.includes(target) && !renames)
          refuse(`${title} differs from that of the record with the ID ${id}`);
        else if (current && column.addOnly) refuse(`${title} cannot be changed`);
        else if (known && read.value !== null && !known.has(read.value))
          refuse(`${title} could not be found`);
        else changes[target] = read.value;
      }
      return { changes, wrong };
    },
    /**
     * Returns the values of a new record: those of the row, its id, and defaults for missing columns. Adds an
     * error to `wrong` for each missing column that is required.
     */
    buildNewRecord(named: NamedRow, values: SqlRow, wrong: Map<string, string>): SqlRow {
      const { columns, id } = named;
      const missing: SqlRow = {};
      for (const { column, schema } of Object.values(table.save?.parameters ?? {})) {
        if (Object.hasOwn(values, column) || wrong.has(column)) continue;
        const read = schema.safeParse(undefined);
        if (read.success) missing[column] = read.data;
        else wrong.set(column, getFirstProblem(read.error));
      }
      const [first] = natural;
      if (first !== undefined && (values[first] ?? null) === null && !wrong.has(first))
        wrong.set(first, `${getTitle(columns, first)} is required`);
      return { ...(id === undefined ? {} : { [table.key]: id }), ...values, ...missing };
    },
  };
}
