import type { SqlRow, SqlValue } from 'shared/db/types';
import type { Database } from '../db/types';
import { getFirstProblem } from '../wire/fields';
import { type CellScope, isSameCell, readCell, readCellText } from './cells';
import { cleanHtml } from './clean-html';
import { type ColumnNames, makeColumnFinder } from './columns';
import type { FileRow, NamedCell } from './file-row';
import type { ImportTable } from './import-table';
import {
  findMatches,
  findTitle,
  getNaturalKey,
  type Matches,
  type NamedRow,
  nameRow,
} from './match';
import { makeColumnChecks } from './needed-columns';
import { readReferences } from './references';
import { makeUniqueTextCheck } from './unique-texts';
import { shortenValue, withValue } from './with-value';

/** The effect of importing a row. */
export type Planned = { line: number } & (
  | {
      kind: 'refused';
      /** At most MOST_PROBLEMS errors of the row, one per line. */
      reason: string;
      /** The values of the row, shortened. */
      cells: NamedCell[];
    }
  | { kind: 'unchanged' }
  | { kind: 'new'; values: SqlRow }
  /** `titles` are the headings of the changed columns in the file. */
  | { kind: 'changed'; id: SqlValue; values: SqlRow; titles: string[] }
);

/** A row that adds or changes a record. */
export type PlannedWrite = Extract<Planned, { values: SqlRow }>;

export interface PlanOptions extends CellScope {
  names: ColumnNames;
  /** Reduces HTML to the elements that the panel's editor can produce. */
  cleanHtml?: (html: string) => string;
  /** Columns of one record that must not change. A row that changes them is refused. */
  fixed?: { id: SqlValue; columns: readonly string[]; problem: string };
}

interface ReadRow {
  named: NamedRow;
  /** The errors of the row, in the order in which they are shown. */
  problems: string[];
  /** True if the row identifies a record, stored or new, that no earlier row identifies. */
  comparable: boolean;
  current?: SqlRow;
  /** The values to save, or undefined when the record already has all of them. */
  values?: SqlRow;
}

/** The maximum number of values of a refused row in a report. */
const MAX_CELLS = 20;
/** The maximum number of errors of one row that are described. */
const MOST_PROBLEMS = 30;

/**
 * Creates a planner, which determines the effect of importing rows and writes nothing. The planner remembers earlier
 * rows, so that it finds records that are in the file twice.
 */
export async function createPlanner(db: Database, spec: ImportTable, options: PlanOptions) {
  const { table, natural, renames = false } = spec;
  const references = await readReferences(db, spec);
  const find = makeColumnFinder(spec, options.names, references);
  const unique = makeUniqueTextCheck(db, spec);
  const checkRow = await spec.checker?.(db);
  const seen = new Map<string, number>();
  const ignored = new Set<string>();

  const given = Object.entries(options.names.titles);
  const knownTitle = (target: string) => {
    const named = given.find(([, name]) => name === target);
    const shown = given.find(([, name]) => table.columns[name]?.storedColumn === target);
    return (named ?? shown)?.[0] ?? target;
  };
  const getTitle = (columns: NamedRow['columns'], target: string) =>
    findTitle(columns, target) ?? knownTitle(target);
  const needed = makeColumnChecks(spec, knownTitle);

  /**
   * Returns the existing record of a row, if there is one, or the reason that the row does not identify a record.
   * Throws an ImportError if the file lacks the columns that identify records.
   */
  const identifyRecord = (named: NamedRow, { byId, byNatural }: Matches): Identification => {
    const { id, natural: values, columns, problem } = named;
    if (problem !== undefined) return { problem };
    const titles = () => natural.map((column) => getTitle(columns, column)).join(', ');
    if (id !== undefined && byId.has(id)) return { current: byId.get(id) };
    if (id === undefined && !values) needed.checkIdentified(named);
    if (id === undefined && !values) return { problem: `ID or ${titles()} is required` };
    const same = values ? (byNatural.get(getNaturalKey(values)) ?? []) : [];
    if (id === undefined && same.length > 1)
      return { problem: `${same.length} records have this ${titles()}: add a column with the ID` };
    const [found] = same;
    if (id !== undefined && found && !renames)
      return {
        problem: `The record with this ${titles()} has the ID ${found[table.key]}, not ${id}`,
      };
    return { current: id === undefined ? found : undefined };
  };

  const listRepetitions = ({ row, id, natural: values }: NamedRow, current: SqlRow | undefined) => {
    const recordId = current?.[table.key] ?? id;
    const names = [
      ...(recordId === undefined ? [] : [`#${recordId}`]),
      ...(current || !values ? [] : [getNaturalKey(values)]),
    ];
    // Rows with an id are compared by id only: records with different ids may have equal natural columns.
    const before = names.slice(0, id === undefined ? 2 : 1).find((name) => seen.has(name));
    if (before) return [`Line ${row.line} repeats line ${seen.get(before)}`];
    for (const name of names) seen.set(name, row.line);
    return [];
  };

  /**
   * Reads the cells of a row. Returns the values to save as `changes`, and the error of each invalid cell, by column,
   * as `wrong`.
   */
  const listChanges = ({ row, columns, id }: NamedRow, current: SqlRow | undefined) => {
    const changes: SqlRow = {};
    const wrong = new Map<string, string>();
    for (const [at, column] of columns.entries()) {
      if (!column || column.target === table.key) continue;
      const { target, title } = column;
      if (current && isSameCell(column, row.values[at], current, options)) continue;
      const read = readCell(column, row.values[at], options);
      const refuse = (problem: string) =>
        wrong.set(target, withValue(problem, column, readCellText(row.values[at], options)));
      const known = references.ids.get(target);
      if (!read.ok) wrong.set(target, read.error);
      else if (current && read.value === current[target]) continue;
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
  };

  const listFixedProblems = (current: SqlRow | undefined, changes: SqlRow) => {
    const { fixed } = options;
    const isFixedRecord = fixed && current?.[table.key] === fixed.id;
    return isFixedRecord && fixed.columns.some((column) => Object.hasOwn(changes, column))
      ? [fixed.problem]
      : [];
  };

  /**
   * Returns the values of a new record: those of the row, its id, and defaults for missing columns. Adds an
   * error to `wrong` for each missing column that is required.
   */
  const complete = (named: NamedRow, values: SqlRow, wrong: Map<string, string>): SqlRow => {
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
  };

  /**
   * Returns a row with its record, its values and its errors. The errors of the table's check and of unique texts are
   * still missing; `finish` adds them.
   */
  const readRow = (named: NamedRow, matches: Matches): ReadRow => {
    // A row with a wrong number of cells is not read, because its cells may be in the wrong columns.
    if (named.row.problem) return { named, problems: [named.row.problem], comparable: false };
    const { current, problem } = identifyRecord(named, matches);
    const identified = problem === undefined;
    if (identified && !current) needed.checkNew(named);
    const repeated = identified ? listRepetitions(named, current) : [problem];
    const { changes, wrong } = listChanges(named, current);
    cleanHtml(spec, options.cleanHtml, changes, current);
    // A repeated row also repeats its texts, which would only add further errors.
    const comparable = identified && repeated.length === 0;
    const fixed = listFixedProblems(current, changes);
    const values = identified && !current ? complete(named, changes, wrong) : changes;
    const problems = [...new Set([...repeated, ...wrong.values(), ...fixed])];
    if (current && Object.keys(changes).length === 0)
      return { named, problems, comparable, current };
    return { named, problems, comparable, current, values };
  };

  const finish = async (row: ReadRow): Promise<Planned> => {
    const { named, current, values, comparable, problems } = row;
    const { line } = named.row;
    if (values && comparable) {
      const check = table.save?.check;
      const problem = checkRow
        ? checkRow(values, current, line)
        : await check?.(db, { ...current, ...values }, current);
      problems.push(...unique.check(values, current, line), ...(problem ? [problem] : []));
    }
    if (problems.length > 0) {
      const cells = listCells(named.row, options);
      return { kind: 'refused', line, reason: listProblems(problems), cells };
    }
    if (!values) return { kind: 'unchanged', line };
    if (!current) return { kind: 'new', line, values };
    const titles = Object.keys(values).map((target) => getTitle(named.columns, target));
    return { kind: 'changed', line, id: current[table.key] ?? null, values, titles };
  };

  return {
    /** Returns the file's columns that are not imported. */
    getIgnoredColumns: () => [...ignored],
    async plan(rows: readonly FileRow[]): Promise<Planned[]> {
      const named = rows.map((row) => {
        const { columns, leftAside } = find(row.names, row.namesLine);
        for (const name of leftAside) ignored.add(name);
        return nameRow(spec, row, columns, options);
      });
      const matches = await findMatches(db, spec, named);
      const readRows = named.map((row) => readRow(row, matches));
      await unique.load(readRows.map(({ values }) => values ?? {}));
      const planned: Planned[] = [];
      for (const row of readRows) planned.push(await finish(row));
      return planned;
    },
    /**
     * Returns the first of the given rows with a unique text that another user has saved since the last call of
     * `plan`. The rows must come from that call.
     */
    findTaken: unique.findTaken<PlannedWrite>,
  };
}

/**
 * The record that a row changes (undefined if the row adds one), or the reason that the row does not identify
 * one.
 */
type Identification =
  | { current?: SqlRow; problem?: undefined }
  | { current?: undefined; problem: string };

/** Returns the errors of a row as the lines of one text. */
function listProblems(problems: readonly string[]): string {
  const more = problems.length - MOST_PROBLEMS;
  const shown = problems.slice(0, MOST_PROBLEMS);
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** Returns the first values of a row that are not empty or secret, shortened. */
function listCells({ names, values }: FileRow, scope: CellScope): NamedCell[] {
  const cells: NamedCell[] = [];
  for (const [at, value] of values.entries()) {
    const title = names[at] ?? '';
    const text = shortenValue(readCellText(value, scope), title);
    if (text !== '') cells.push({ title: shortenValue(title), text });
    if (cells.length === MAX_CELLS) break;
  }
  return cells;
}
