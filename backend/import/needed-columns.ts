import type { ImportColumn } from './columns';
import type { FileRow } from './file-row';
import { ImportError } from './import-error';
import type { ImportTable } from './import-table';
import type { NamedRow } from './match';

/** Returns the title under which a column of the table can be added to the file. */
type GetTitle = (target: string) => string;

/**
 * Returns checks that refuse a file whose header lacks a required column. They ignore JSON objects: each object
 * has its own keys, so an object without a required key is refused as a row, and not the whole file.
 */
export function makeColumnChecks({ table, natural }: ImportTable, getTitle: GetTitle) {
  const required = Object.values(table.save?.parameters ?? {}).flatMap(({ column, schema }) =>
    schema.safeParse(undefined).success ? [] : [column],
  );
  const forNew = [...new Set([...natural.slice(0, 1), ...required])];
  const missing = (columns: NamedRow['columns'], targets: readonly string[]) =>
    targets.filter((target) => !has(columns, target)).map((target) => `“${getTitle(target)}”`);

  return {
    /** Throws an ImportError when the file's columns are not enough for a new record. */
    checkNew({ row, columns }: NamedRow): void {
      const titles = hasHeader(row) ? missing(columns, forNew) : [];
      if (titles.length > 0)
        throw new ImportError(
          `Line ${row.line} is a new ${table.singular}: add ${describeColumns(titles)} to the file.`,
        );
    },
    /** Throws an ImportError when the file's columns do not identify the record of a row without an ID. */
    checkIdentified({ row, columns }: NamedRow): void {
      const titles = hasHeader(row) ? missing(columns, natural) : [];
      if (titles.length === 0) return;
      if (has(columns, table.key))
        throw new ImportError(
          `Line ${row.line} has no ID: add ${describeColumns(titles)} to the file.`,
        );
      const others = titles.length === 1 ? titles[0] : describeColumns(titles);
      throw new ImportError(`Add a column “ID” or ${others} to the file.`);
    },
  };
}

function hasHeader({ line, namesLine }: FileRow): boolean {
  return namesLine < line;
}

function has(columns: readonly (ImportColumn | undefined)[], target: string): boolean {
  return columns.some((column) => column?.target === target);
}

function describeColumns(titles: readonly string[]): string {
  if (titles.length === 1) return `a column ${titles[0]}`;
  return `the columns ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}
