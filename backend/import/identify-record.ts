import type { SqlRow } from 'shared/db/types';
import type { ImportTable } from './import-table';
import { getNaturalKey, type Matches, type NamedRow } from './match';
import type { makeColumnChecks } from './needed-columns';
import { isIdentifiedByPhone, PhoneIndex } from './phone-index';
import type { Spellings } from './spellings';

/**
 * The record that a row changes (undefined if the row adds one), or the reason that the row does not identify
 * one.
 */
type Identification =
  | { current?: SqlRow; problem?: undefined }
  | { current?: undefined; problem: string };

/**
 * Returns the function that finds the existing record of a row, if there is one, or the reason that the row does not
 * identify a record. It throws an ImportError if the file lacks the columns that identify records.
 */
export function makeIdentifier(
  spec: ImportTable,
  needed: ReturnType<typeof makeColumnChecks>,
  getTitle: (columns: NamedRow['columns'], target: string) => string,
  spellings: Spellings,
) {
  const { table, natural, renames = false } = spec;
  return (named: NamedRow, { byId, byNatural }: Matches): Identification => {
    const { id, natural: values, columns, problem } = named;
    if (problem !== undefined) return { problem };
    const titles = () => natural.map((column) => getTitle(columns, column)).join(', ');
    if (id !== undefined && byId.has(id)) return { current: byId.get(id) };
    if (id === undefined && !values) needed.checkIdentified(named);
    if (id === undefined && !values) return { problem: `ID or ${titles()} is required` };
    const alike = values ? (byNatural.get(getNaturalKey(spec, values)) ?? []) : [];
    const equal = alike.filter((row) => natural.every((name, at) => row[name] === values?.[at]));
    const same = equal.length > 0 ? equal : alike;
    if (id === undefined && same.length > 1)
      return { problem: `${same.length} records have this ${titles()}: add a column with the ID` };
    const [found] = same;
    if (id !== undefined && found && !renames)
      return {
        problem: `The record with this ${titles()} has the ID ${found[table.key]}, not ${id}`,
      };
    const samePhone = found ? undefined : spellings.findSamePhone(values?.[0] ?? null);
    if (samePhone !== undefined)
      return {
        problem: `A record has this ${titles()} as “${samePhone}”: write it like that`,
      };
    return { current: id === undefined ? found : undefined };
  };
}

/** Returns the function that finds the errors of a row that identifies the same record as an earlier row. */
export function makeRepetitionCheck(
  spec: ImportTable,
  getTitle: (columns: NamedRow['columns'], target: string) => string,
) {
  const { table, natural } = spec;
  const seen = new Map<string, number>();
  const isByPhone = isIdentifiedByPhone(spec);
  /** The lines of the numbers of new records. */
  const phones = new PhoneIndex<number>();
  return (named: NamedRow, current: SqlRow | undefined): string[] => {
    const { row, id, natural: values, columns } = named;
    const explain = (targets: readonly string[], line: number | undefined) => {
      const titles = targets.map((target) => getTitle(columns, target)).join(', ');
      return `Line ${row.line} repeats the ${titles} of line ${line}`;
    };
    const recordId = current?.[table.key] ?? id;
    const names = [
      ...(recordId === undefined ? [] : [`#${recordId}`]),
      ...(current || !values ? [] : [getNaturalKey(spec, values)]),
    ];
    // Rows with an id are compared by id only: records with different ids may have equal natural columns.
    const before = names.slice(0, id === undefined ? 2 : 1).find((name) => seen.has(name));
    if (before) {
      return [explain(id === undefined ? natural : [table.key], seen.get(before))];
    }
    const [number] = isByPhone && !current && values ? values : [];
    if (number) {
      const line = phones.find(number);
      if (line === undefined) phones.add(number, row.line);
      else if (id === undefined) return [explain(natural, line)];
    }
    for (const name of names) seen.set(name, row.line);
    return [];
  };
}
