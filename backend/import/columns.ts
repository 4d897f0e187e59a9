import { defined } from 'shared/defined';
import type { Option } from 'shared/entities/field';
import type { FieldKind } from 'shared/list/grammar';
import { fold } from 'shared/list/values';
import type { ValueKind } from 'shared/values/normalize';
import type { FieldSchema } from '../wire/fields';
import { type CodedValues, getCodedValues } from './coded-values';
import { ImportError } from './import-error';
import { findRule, type ImportTable } from './import-table';
import type { References } from './references';

/** A column of a file, with the column of the table to which it belongs. */
export interface ImportColumn {
  /** The column of the table with whose values the cells are compared. */
  name: string;
  /** The title of the column in the file. */
  title: string;
  /** The titles of the column in lists and exports. */
  titles?: readonly string[];
  /** The column of the table that is written. */
  target: string;
  kind: FieldKind;
  /** The kind by which values are normalised. Undefined for columns without a declared field. */
  valueKind?: ValueKind;
  /** The answers that have codes. A cell with another number is refused. */
  answers?: readonly Option[];
  /** The values of a coded field. */
  coded?: CodedValues;
  schema?: FieldSchema;
  /** Returns the reason that a text that the schema accepts is refused. */
  findEntryProblem?: (text: string) => string | undefined;
  /** True if the column is written only for new records. */
  addOnly?: boolean;
  /** True if the column may hold fractions. */
  fraction?: boolean;
  /** True if the texts may be as long as rich text. */
  long?: boolean;
}

/** The names by which a file may call the columns. */
export interface ColumnNames {
  /** The names of the fields in the API, by their titles in lists and exports. */
  titles: Readonly<Record<string, string>>;
  /**
   * The operator's mapping from a title in the file to a field's name or title, or to null to ignore the
   * column.
   */
  map?: Readonly<Record<string, string | null>>;
}

export interface ResolvedColumns {
  /** The columns in the order of the file; undefined for a column that is ignored. */
  columns: readonly (ImportColumn | undefined)[];
  /**
   * The titles of the columns that are ignored, because the host computes their values or the operator said so.
   */
  leftAside: readonly string[];
}

/**
 * Creates the function that returns the columns for a list of titles. The function throws an ImportError that
 * names titles without a column, or a column that two titles have in common.
 */
export function makeImportColumnFinder(
  spec: ImportTable,
  names: ColumnNames,
  references: References,
) {
  const byTitle = new Map(
    Object.entries(names.titles).map(([title, name]) => [fold(title.trim()), name]),
  );
  const wireName = (name: string) =>
    Object.hasOwn(spec.table.columns, name) ? name : byTitle.get(fold(name.trim()));
  const listTitles = (name: string) =>
    Object.entries(names.titles).flatMap(([title, field]) => (field === name ? [title] : []));
  const mapped = new Map(Object.entries(names.map ?? {}));
  const known = new Map<readonly string[], ResolvedColumns>();
  const resolved = new Map<string, ResolvedColumns>();

  const resolve = (titles: readonly string[], line: number): ResolvedColumns => {
    const unknown: string[] = [];
    const leftAside: string[] = [];
    const columns = titles.map((title) => {
      const given = mapped.has(title) ? mapped.get(title) : title;
      const name = given && wireName(given);
      if (given && !name) unknown.push(title);
      const column = name
        ? importColumn(spec, name, title, references, listTitles(name))
        : undefined;
      if (!column) leftAside.push(title);
      return column;
    });
    if (unknown.length > 0) throw new ImportError(describeUnknownColumns(spec, line, unknown));
    refuseTwice(columns, line);
    return { columns, leftAside };
  };

  return (titles: readonly string[], line: number): ResolvedColumns => {
    const before = known.get(titles);
    if (before) return before;
    const text = JSON.stringify(titles);
    const found = resolved.get(text) ?? resolve(titles, line);
    // The rows of a CSV file share one list of titles, which is found by identity. JSON objects have a list
    // each.
    if (resolved.size === 0) known.set(titles, found);
    resolved.set(text, found);
    return found;
  };
}

function importColumn(
  spec: ImportTable,
  name: string,
  title: string,
  references: References,
  shownTitles: readonly string[],
): ImportColumn | undefined {
  const column = defined(spec.table.columns[name]);
  const reference = references.shown.get(name);
  // Values that the host computes, such as counts, cannot be imported.
  if (column.sql && !column.storedColumn && !reference) return undefined;
  const target = reference?.target ?? column.storedColumn ?? name;
  const rule = findRule(spec, target);
  const targetColumn = defined(spec.table.columns[target]);
  return {
    name,
    title,
    titles: shownTitles,
    target,
    kind: targetColumn.kind,
    valueKind: targetColumn.valueKind,
    answers: targetColumn.answers,
    coded: reference?.coded ?? buildCodedColumn(spec, target),
    schema: rule?.schema,
    findEntryProblem: rule?.findEntryProblem,
    addOnly: rule?.addOnly,
    fraction: spec.fractions?.includes(target),
    long: spec.long?.includes(target),
  };
}

function buildCodedColumn(
  { table, unknown }: ImportTable,
  target: string,
): CodedValues | undefined {
  const { words, texts } = defined(table.columns[target]);
  if (words) return getCodedValues(Object.entries(words));
  return (
    texts &&
    getCodedValues(
      texts.map((text) => [text, text]),
      unknown?.[target],
    )
  );
}

function describeUnknownColumns({ table }: ImportTable, line: number, unknown: string[]): string {
  const shown = unknown.slice(0, 20).map((name) => `“${name.slice(0, 60)}”`);
  const more = unknown.length > shown.length ? ' and more' : '';
  return `Line ${line}: ${table.singular} records have no column ${shown.join(', ')}${more}.`;
}

function refuseTwice(columns: readonly (ImportColumn | undefined)[], line: number): void {
  const names = new Set<string>();
  for (const column of columns) {
    if (column && names.has(column.name))
      throw new ImportError(`Line ${line}: two columns are for “${column.title}”.`);
    if (column) names.add(column.name);
  }
}
