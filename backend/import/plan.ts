import type { SqlRow, SqlValue } from 'shared/db/types';
import type { Choices } from 'shared/import/choices';
import type { Database } from '../db/types';
import type { CellScope } from './cells';
import { cleanHtml } from './clean-html';
import { ColumnInspector, type InspectedRow } from './column-report';
import { type ColumnNames, makeImportColumnFinder } from './columns';
import type { FileRow, NamedCell } from './file-row';
import { makeIdentifier, makeRepetitionCheck } from './identify-record';
import type { ImportTable } from './import-table';
import { findMatches, findTitle, type Matches, type NamedRow, readRowNames } from './match';
import { makeColumnChecks } from './needed-columns';
import { makeChangeReader } from './read-changes';
import { readReferences } from './references';
import { listCells, listProblems } from './refused-row';
import { SampleRows } from './samples';
import { readSpellings } from './spellings';
import { makeUniqueTextCheck } from './unique-texts';

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
  /** The choices for the suspicious values of columns. */
  choices?: Choices;
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

/**
 * Creates a planner, which determines the effect of importing rows and writes nothing. The planner remembers earlier
 * rows, so that it finds records that are in the file twice.
 */
export async function createPlanner(db: Database, spec: ImportTable, options: PlanOptions) {
  const { table } = spec;
  const references = await readReferences(db, spec);
  const spellings = await readSpellings(db, spec);
  const find = makeImportColumnFinder(spec, options.names, references);
  const unique = makeUniqueTextCheck(db, spec);
  const checkRow = await spec.checker?.(db);
  const inspector = new ColumnInspector(spec, options, options.choices);
  const samples = new SampleRows(spec, options);
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
  const identifyRecord = makeIdentifier(spec, needed, getTitle, spellings);
  const listRepetitions = makeRepetitionCheck(spec, getTitle);
  const { listChanges, buildNewRecord } = makeChangeReader(spec, references, getTitle, options);

  const listFixedProblems = (current: SqlRow | undefined, changes: SqlRow) => {
    const { fixed } = options;
    const isFixedRecord = fixed && current?.[table.key] === fixed.id;
    return isFixedRecord && fixed.columns.some((column) => Object.hasOwn(changes, column))
      ? [fixed.problem]
      : [];
  };

  /**
   * Returns a row with its record, its values and its errors. The errors of the table's check and of unique texts are
   * still missing; `finish` adds them.
   */
  const readRow = (named: NamedRow, inspected: InspectedRow, matches: Matches): ReadRow => {
    // A row with a wrong number of cells is not read, because its cells may be in the wrong columns.
    if (named.row.problem) return { named, problems: [named.row.problem], comparable: false };
    const { current, problem } = identifyRecord(named, matches);
    const identified = problem === undefined;
    if (identified && !current) needed.checkNew(named);
    const repeated = identified ? listRepetitions(named, current) : [problem];
    const { changes, wrong } = listChanges(named, current);
    inspector.recordEffects(inspected, named.columns, wrong, (target) =>
      Object.hasOwn(changes, target),
    );
    cleanHtml(spec, options.cleanHtml, changes, current);
    // A repeated row also repeats its texts, which would only add further errors.
    const comparable = identified && repeated.length === 0;
    const fixed = listFixedProblems(current, changes);
    const values = identified && !current ? buildNewRecord(named, changes, wrong) : changes;
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
    samples.add(named, values, current);
    if (!current) return { kind: 'new', line, values };
    const titles = Object.keys(values).map((target) => getTitle(named.columns, target));
    return { kind: 'changed', line, id: current[table.key] ?? null, values, titles };
  };

  return {
    /** Returns the file's columns that are not imported. */
    getIgnoredColumns: () => [...ignored],
    /** Returns the contents of the columns, and the first rows that are added and changed. */
    describe: () => ({ columns: inspector.report(), samples: samples.samples }),
    async plan(rows: readonly FileRow[]): Promise<Planned[]> {
      const read = rows.map((row) => {
        const { columns, leftAside } = find(row.names, row.namesLine);
        for (const name of [...leftAside, ...(row.leftAside ?? [])]) ignored.add(name);
        const inspected = inspector.inspect(row, columns);
        return { inspected, named: readRowNames(spec, inspected.row, columns, options) };
      });
      const matches = await findMatches(
        db,
        spec,
        read.map(({ named }) => named),
        spellings,
      );
      const readRows = read.map(({ named, inspected }) => readRow(named, inspected, matches));
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
