import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { toText } from 'shared/list/values';
import { shortText } from 'shared/short-text';
import { getValueKey } from 'shared/values/normalize';
import type { Database } from '../db/types';
import { type CellScope, readCell } from './cells';
import type { ImportColumn, ResolvedColumns } from './columns';
import { buildComparableColumns } from './comparable-columns';
import type { FileRow } from './file-row';
import type { ImportTable } from './import-table';
import { getSpellingKey, type Spellings } from './spellings';

/** A row with the values that identify its record. */
export interface NamedRow {
  row: FileRow;
  columns: ResolvedColumns['columns'];
  id?: number;
  /**
   * The values of the natural columns. Undefined if a column is missing or invalid, or if the first value is empty.
   */
  natural?: readonly SqlValue[];
  problem?: string;
}

export interface Matches {
  byId: ReadonlyMap<SqlValue, SqlRow>;
  byNatural: ReadonlyMap<string, readonly SqlRow[]>;
}

/** The maximum number of records that one statement looks up, because engines limit its parameters. */
const CHUNK = 50;
/** The maximum number of characters of a title. */
const MAX_TITLE = 100;

/** Reads the id and the natural columns of a row. */
export function readRowNames(
  spec: ImportTable,
  row: FileRow,
  columns: ResolvedColumns['columns'],
  scope: CellScope,
): NamedRow {
  if (row.problem) return { row, columns, problem: row.problem };
  const repeated = findRepeatedTitles(spec, row, columns);
  if (repeated) return { row, columns, problem: repeated };
  const read = (target: string) => {
    const at = columns.findIndex((column) => column?.target === target);
    const column = columns[at];
    return column && readCell(column, row.values[at], scope);
  };
  const id = read(spec.table.key);
  if (id && !id.ok) return { row, columns, problem: id.error };
  if (id && id.value !== null && Number(id.value) < 1)
    return { row, columns, problem: `The ID is not valid: “${id.value}”` };
  const named = { row, columns, id: id?.value ? Number(id.value) : undefined };
  const values: SqlValue[] = [];
  for (const target of spec.natural) {
    const cell = read(target);
    if (cell?.ok) values.push(cell.value);
    // Only a row without an id is refused here, because its natural columns must identify its record.
    else if (cell && named.id === undefined) return { ...named, problem: cell.error };
  }
  const isComplete = values.length === spec.natural.length && values[0] !== null;
  return { ...named, natural: isComplete ? values : undefined };
}

/** Returns one text for the values of the natural columns, which is the same for values that are only spelt otherwise. */
export function getNaturalKey(
  { table, natural }: ImportTable,
  values: readonly SqlValue[],
): string {
  return JSON.stringify(
    natural.map((column, at) =>
      getSpellingKey(table.columns[column]?.valueKind, values[at] ?? null),
    ),
  );
}

/**
 * Returns the existing records that the rows identify, by id and by natural columns. `spellings` are the other ways in
 * which records spell the first natural column.
 */
export async function findMatches(
  db: Database,
  spec: ImportTable,
  rows: readonly NamedRow[],
  spellings: Spellings,
): Promise<Matches> {
  const { table } = spec;
  const { indexed } = getDialect(db);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const byId = new Map<SqlValue, SqlRow>();
  for (const part of splitIntoChunks(ids))
    for (const row of await selectComparableColumns(db, spec)
      .where(qualify(spec, table.key), 'in', part)
      .execute())
      byId.set(row[table.key] ?? null, row);

  const byNatural = new Map<string, SqlRow[]>();
  // A row whose id was found needs no other identification.
  const rest = rows.flatMap(({ id, natural }) =>
    natural && (id === undefined || !byId.has(id)) ? [natural] : [],
  );
  for (const part of splitIntoChunks(rest)) {
    const found = await selectComparableColumns(db, spec)
      .where((eb) =>
        eb.or(
          part.map((values) =>
            eb.and(
              spec.natural.flatMap((column, at) => {
                const name = eb.ref(qualify(spec, column));
                const value = values[at] ?? null;
                if (value === null) return [eb(indexed(name), 'is', null)];
                const wanted = at === 0 ? spellings.list(value) : [value];
                return [
                  eb(
                    indexed(name),
                    'in',
                    wanted.map((text) => indexed(eb.val(text))),
                  ),
                  eb(name, 'in', wanted),
                ];
              }),
            ),
          ),
        ),
      )
      .orderBy(qualify(spec, table.key))
      .execute();
    for (const row of found) {
      const key = getNaturalKey(
        spec,
        spec.natural.map((column) => row[column] ?? null),
      );
      byNatural.set(key, [...(byNatural.get(key) ?? []), row]);
    }
  }
  return { byId, byNatural };
}

function selectComparableColumns(db: Database, spec: ImportTable) {
  return byName(db).selectFrom(spec.table.table).select(buildComparableColumns(spec));
}

function qualify({ table }: ImportTable, column: string): string {
  return `${table.table}.${column}`;
}

function splitIntoChunks<T>(values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, at) =>
    values.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}

/** Returns the title that the file uses for a column of the table, if the file has that column. */
export function findTitle(columns: readonly (ImportColumn | undefined)[], target: string) {
  return columns.find((column) => column?.target === target)?.title;
}

/**
 * Returns the reason that a row is refused as a second row of titles: its ID or its cell in the first column that
 * identifies records is the title of this column, or so are at least two and more than half of its cells.
 */
function findRepeatedTitles(
  { table, natural }: ImportTable,
  { values }: FileRow,
  columns: NamedRow['columns'],
): string | undefined {
  const repeated = columns.flatMap((column, at) => {
    const text = toText(values[at]);
    if (!column || text === '' || text.length > MAX_TITLE) return [];
    const word = getValueKey('name', text);
    const titles = [column.title, column.name, column.target, ...(column.titles ?? [])];
    return titles.some((title) => getValueKey('name', title) === word) ? [{ column, text }] : [];
  });
  const identifies = repeated.some(
    ({ column: { target } }) => target === table.key || target === natural[0],
  );
  const filled = values.filter((value) => toText(value) !== '').length;
  const areMost = repeated.length >= 2 && repeated.length * 2 > filled;
  if (!identifies && !areMost) return undefined;
  const titles = repeated.map(({ text }) => `“${shortText(text.trim())}”`).join(', ');
  return `The row repeats the titles of columns: ${titles}. Remove the row`;
}
