import type { Database, SqlRow, SqlValue } from '../db/types';
import { firstProblem } from '../fields';
import { type CellScope, readCell, saysTheSame } from './cells';
import { cleanHtml } from './clean-html';
import { type ColumnNames, columnFinder } from './columns';
import type { FileRow } from './file-row';
import type { ImportTable } from './import-tables';
import { findMatches, type Matches, type NamedRow, nameRow, naturalKey, titleIn } from './match';
import { neededColumns } from './needed-columns';
import { readReferences } from './references';
import { uniqueTexts } from './unique-texts';

/** What importing a row would do. */
export type Planned = { line: number } & (
  | { kind: 'refused'; reason: string }
  | { kind: 'unchanged' }
  | { kind: 'new'; values: SqlRow }
  /** `titles` are the headings of the changed columns in the file. */
  | { kind: 'changed'; id: SqlValue; values: SqlRow; titles: string[] }
);

export interface PlanOptions extends CellScope {
  names: ColumnNames;
  /** Reduces HTML to the elements that the panel's editor can produce. */
  cleanHtml?: (html: string) => string;
  /** Columns of one record that must not change. A row that changes them is refused. */
  fixed?: { id: SqlValue; columns: readonly string[]; problem: string };
}

interface Draft {
  named: NamedRow;
  current: SqlRow | undefined;
  /** The values to save, or undefined when the record already has all of them. */
  values?: SqlRow;
}

/** Thrown to refuse a row; the message is the reason. */
class Refusal extends Error {}

/**
 * Creates a planner, which decides what importing rows would do and writes nothing. It remembers earlier rows,
 * so that it finds records which are in the file twice. Rows of one call must not depend on each other.
 */
export async function createPlanner(db: Database, spec: ImportTable, options: PlanOptions) {
  const { table, natural, renames = false } = spec;
  const references = await readReferences(db, spec);
  const find = columnFinder(spec, options.names, references);
  const unique = uniqueTexts(db, spec);
  const checkRow = await spec.checker?.(db);
  const seen = new Map<string, number>();
  const aside = new Set<string>();

  const given = Object.entries(options.names.titles);
  const knownTitle = (target: string) => {
    const named = given.find(([, name]) => name === target);
    const shown = given.find(([, name]) => table.columns[name]?.means?.column === target);
    return (named ?? shown)?.[0] ?? target;
  };
  const titleOf = (columns: NamedRow['columns'], target: string) =>
    titleIn(columns, target) ?? knownTitle(target);
  const needed = neededColumns(spec, knownTitle);

  const recordOf = (named: NamedRow, { byId, byNatural }: Matches) => {
    const { id, natural: values, columns } = named;
    const titles = () => natural.map((column) => titleOf(columns, column)).join(', ');
    if (id !== undefined && byId.has(id)) return byId.get(id);
    if (id === undefined && !values) needed.checkIdentified(named);
    if (id === undefined && !values) throw new Refusal(`ID or ${titles()} is required`);
    const same = values ? (byNatural.get(naturalKey(values)) ?? []) : [];
    if (id === undefined && same.length > 1)
      throw new Refusal(`${same.length} records have this ${titles()}: add a column with the ID`);
    if (id !== undefined && same.length > 0 && !renames)
      throw new Refusal(
        `The record with this ${titles()} has the ID ${same[0][table.key]}, not ${id}`,
      );
    return id === undefined ? same[0] : undefined;
  };

  const refuseTwice = ({ row, id, natural: values }: NamedRow, current: SqlRow | undefined) => {
    const own = current?.[table.key] ?? id;
    const names = [
      ...(own === undefined ? [] : [`#${own}`]),
      ...(current || !values ? [] : [naturalKey(values)]),
    ];
    // Records with different ids may be equal in everything else.
    const before = names.slice(0, id === undefined ? 2 : 1).find((name) => seen.has(name));
    if (before) throw new Refusal(`Line ${row.line} repeats line ${seen.get(before)}`);
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
        throw new Refusal(`${title} differs from that of the record with the ID ${id}`);
      if (current && column.addOnly) throw new Refusal(`${title} cannot be changed`);
      const known = references.ids.get(target);
      if (known && read.value !== null && !known.has(read.value))
        throw new Refusal(`${title} could not be found`);
      changes[target] = read.value;
    }
    return changes;
  };

  const refuseFixed = (current: SqlRow | undefined, changes: SqlRow) => {
    const { fixed } = options;
    const isIt = fixed && current?.[table.key] === fixed.id;
    if (isIt && fixed.columns.some((column) => Object.hasOwn(changes, column)))
      throw new Refusal(fixed.problem);
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

  /** Returns a row with the values it would save, as far as that does not depend on other rows. */
  const draft = (named: NamedRow, matches: Matches): Draft => {
    if (named.problem) throw new Refusal(named.problem);
    const current = recordOf(named, matches);
    if (!current) needed.checkNew(named);
    refuseTwice(named, current);
    const changes = changesOf(named, current);
    cleanHtml(spec, options.cleanHtml, changes, current);
    refuseFixed(current, changes);
    if (current && Object.keys(changes).length === 0) return { named, current };
    return { named, current, values: current ? changes : complete(named, changes) };
  };

  const finish = async ({ named, current, values }: Draft): Promise<Planned> => {
    const { line } = named.row;
    if (!values) return { kind: 'unchanged', line };
    const check = table.save?.check;
    const problem =
      unique.check(values, current, line) ??
      (checkRow
        ? checkRow(values, current, line)
        : await check?.(db, { ...current, ...values }, current));
    if (problem) throw new Refusal(problem);
    if (!current) return { kind: 'new', line, values };
    const titles = Object.keys(values).map((target) => titleOf(named.columns, target));
    return { kind: 'changed', line, id: current[table.key], values, titles };
  };

  return {
    /** Returns the file's columns that are not imported. */
    leftAside: () => [...aside],
    async plan(rows: readonly FileRow[]): Promise<Planned[]> {
      const named = rows.map((row) => {
        const { columns, leftAside } = find(row.names, row.namesLine);
        for (const name of leftAside) aside.add(name);
        return nameRow(spec, row, columns, options);
      });
      const matches = await findMatches(db, spec, named);
      const drafts: (Draft | Refused)[] = [];
      for (const row of named)
        drafts.push(await refusalOr(row.row.line, () => draft(row, matches)));
      const saved = drafts.map((drafted) => ('values' in drafted && drafted.values) || {});
      await unique.load(saved);
      const planned: Planned[] = [];
      for (const drafted of drafts)
        planned.push(
          'named' in drafted
            ? await refusalOr(drafted.named.row.line, () => finish(drafted))
            : drafted,
        );
      return planned;
    },
    /** Returns a message when somebody else has meanwhile saved a unique text of the rows planned last. */
    takenSince: unique.takenSince,
  };
}

type Refused = Extract<Planned, { kind: 'refused' }>;

/** Runs a step of planning one row. Returns a refused row when the step throws a Refusal. */
async function refusalOr<T>(line: number, step: () => T | Promise<T>): Promise<T | Refused> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', line, reason: error.message };
  }
}
