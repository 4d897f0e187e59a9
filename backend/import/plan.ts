import type { Database, SqlRow, SqlValue } from '../db/types';
import { firstProblem } from '../fields';
import { type CellScope, readCell, saysTheSame } from './cells';
import { cleanHtml } from './clean-html';
import { type ColumnNames, columnFinder } from './columns';
import type { FileRow } from './file-row';
import type { ImportTable } from './import-tables';
import { findMatches, type Matches, type NamedRow, nameRow, naturalKey, titleIn } from './match';
import { readReferences } from './references';
import { uniqueTexts } from './unique-texts';

/** What an import makes of a row. */
export type Planned = { line: number } & (
  | { kind: 'refused'; reason: string }
  | { kind: 'unchanged' }
  | { kind: 'new'; values: SqlRow }
  /** `titles` are the changed columns in the file's words. */
  | { kind: 'changed'; id: SqlValue; values: SqlRow; titles: string[] }
);

export interface PlanOptions extends CellScope {
  names: ColumnNames;
  /** Brings HTML to what the panel's own editor can make. */
  cleanHtml?: (html: string) => string;
}

/** Ends the planning of one row. */
class Refusal extends Error {}

/**
 * Makes the function that says what becomes of rows, without writing. It remembers the rows before, so
 * that a record which stands in the file twice is found; rows of one call must not depend on each other.
 */
export async function createPlanner(db: Database, spec: ImportTable, options: PlanOptions) {
  const { table, natural, renames = false } = spec;
  const references = await readReferences(db, spec);
  const find = columnFinder(spec, options.names, references);
  const unique = await uniqueTexts(db, table);
  const seen = new Map<string, number>();
  const aside = new Set<string>();

  const titleOf = (columns: NamedRow['columns'], target: string) =>
    titleIn(columns, target) ??
    Object.entries(options.names.titles).find(([, name]) => name === target)?.[0] ??
    target;

  const recordOf = ({ id, natural: values, columns }: NamedRow, { byId, byNatural }: Matches) => {
    const titles = () => natural.map((column) => titleOf(columns, column)).join(', ');
    if (id !== undefined && byId.has(id)) return byId.get(id);
    if (id === undefined && !values) throw new Refusal(`ID or ${titles()} is required`);
    const same = values ? (byNatural.get(naturalKey(values)) ?? []) : [];
    if (id === undefined && same.length > 1)
      throw new Refusal(`${same.length} records have this ${titles()}: give the ID`);
    if (id !== undefined && same.length > 0 && !renames)
      throw new Refusal(`This ${titles()} has the ID ${same[0][table.key]} here, not ${id}`);
    return id === undefined ? same[0] : undefined;
  };

  const refuseTwice = ({ row, id, natural: values }: NamedRow, current: SqlRow | undefined) => {
    const own = current?.[table.key] ?? id;
    const names = [
      ...(own === undefined ? [] : [`#${own}`]),
      ...(current || !values ? [] : [naturalKey(values)]),
    ];
    // Records that have an id each may be alike otherwise.
    const before = names.slice(0, id === undefined ? 2 : 1).find((name) => seen.has(name));
    if (before) throw new Refusal(`The same record stands on line ${seen.get(before)}`);
    for (const name of names) seen.set(name, row.line);
  };

  const changesOf = ({ row, columns, id }: NamedRow, current: SqlRow | undefined) => {
    const changes: SqlRow = {};
    for (const [at, column] of columns.entries()) {
      if (!column || column.target === table.key) continue;
      const { target, title } = column;
      if (current && saysTheSame(column, row.values[at], current, options)) continue;
      const read = readCell(column, row.values[at], options);
      if (!read.ok) throw new Refusal(read.problem);
      if (current && read.value === current[target]) continue;
      if (Object.hasOwn(changes, target) && changes[target] !== read.value)
        throw new Refusal(`${title} and ${titleOf(columns, target)} differ`);
      if (current && natural.includes(target) && !renames)
        throw new Refusal(`${title} is another one in the record with the ID ${id}`);
      if (current && column.addOnly) throw new Refusal(`${title} cannot be changed`);
      const known = references.ids.get(target);
      if (known && read.value !== null && !known.has(read.value))
        throw new Refusal(`${title} could not be found`);
      changes[target] = read.value;
    }
    return changes;
  };

  const complete = ({ columns, id }: NamedRow, values: SqlRow): SqlRow => {
    const [first] = natural;
    if (values[first] === undefined || values[first] === null)
      throw new Refusal(`${titleOf(columns, first)} is required`);
    const missing: SqlRow = {};
    for (const { column, schema } of Object.values(table.save?.parameters ?? {})) {
      if (Object.hasOwn(values, column)) continue;
      const read = schema.safeParse(undefined);
      if (!read.success) throw new Refusal(firstProblem(read.error));
      missing[column] = read.data;
    }
    return { ...(id === undefined ? {} : { [table.key]: id }), ...values, ...missing };
  };

  const plan = async (named: NamedRow, matches: Matches): Promise<Planned> => {
    const { line } = named.row;
    if (named.problem) throw new Refusal(named.problem);
    const current = recordOf(named, matches);
    refuseTwice(named, current);
    const changes = changesOf(named, current);
    cleanHtml(spec, options.cleanHtml, changes, current);
    if (current && Object.keys(changes).length === 0) return { kind: 'unchanged', line };
    const values = current ? changes : complete(named, changes);
    const problem =
      unique(values, current, line) ??
      (await table.save?.check?.(db, { ...current, ...values }, current));
    if (problem) throw new Refusal(problem);
    if (!current) return { kind: 'new', line, values };
    const titles = Object.keys(values).map((target) => titleOf(named.columns, target));
    return { kind: 'changed', line, id: current[table.key], values, titles };
  };

  return {
    /** The file's columns that are not imported. */
    leftAside: () => [...aside],
    async plan(rows: readonly FileRow[]): Promise<Planned[]> {
      const named = rows.map((row) => {
        const { columns, leftAside } = find(row.names, row.namesLine);
        for (const name of leftAside) aside.add(name);
        return nameRow(spec, row, columns, options);
      });
      const matches = await findMatches(db, spec, named);
      const planned: Planned[] = [];
      for (const row of named) {
        try {
          planned.push(await plan(row, matches));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          planned.push({ kind: 'refused', line: row.row.line, reason: error.message });
        }
      }
      return planned;
    },
  };
}
