import type { SqlRow } from 'shared/db/types';
import { findDeclarationOnWire } from 'shared/entities';
import { toText } from 'shared/list/values';
import { type CellScope, readCellText } from './cells';
import type { ImportTable } from './import-table';
import type { NamedRow } from './match';
import { shortenShown } from './shown-value';

/** A value that a row adds or changes. */
interface SampleCell {
  title: string;
  /** The value in the file. */
  text: string;
  /** The text that will be stored, if it is not the one in the file. */
  stored?: string;
  /** The value before the change. Left out if it can identify a person, because seeing it would be an access. */
  before?: string;
}

/** One of the first rows that an import would add or change. */
export interface SampleRow {
  line: number;
  cells: SampleCell[];
  /** The number of further values. */
  more: number;
}

export interface Samples {
  new: SampleRow[];
  changed: SampleRow[];
}

/** The number of rows of each kind that are shown. */
const MOST_ROWS = 3;
const MOST_CELLS = 20;

/** Collects the first rows that an import would add and change. */
export class SampleRows {
  readonly samples: Samples = { new: [], changed: [] };
  readonly #scope: CellScope;
  readonly #hidden: ReadonlySet<string>;
  /** The columns that say which record a row changes. */
  readonly #identifying: ReadonlySet<string>;

  constructor({ table, natural }: ImportTable, scope: CellScope) {
    this.#identifying = new Set([table.key, ...natural]);
    this.#scope = scope;
    this.#hidden = listHidden(table.wireName, Object.keys(table.columns));
  }

  add(named: NamedRow, values: SqlRow, current: SqlRow | undefined): void {
    const rows = current ? this.samples.changed : this.samples.new;
    if (rows.length >= MOST_ROWS) return;
    const { row, columns } = named;
    const cells: SampleCell[] = [];
    let more = 0;
    for (const [at, column] of columns.entries()) {
      if (!column) continue;
      const isChanged = Object.hasOwn(values, column.target);
      if (!isChanged && !(current && this.#identifying.has(column.target))) continue;
      const text = readCellText(row.values[at], this.#scope);
      if (text === '' && !current) continue;
      if (cells.length === MOST_CELLS) {
        more += 1;
        continue;
      }
      const stored = values[column.target];
      const isShown = isChanged && current !== undefined && !this.#hidden.has(column.name);
      cells.push({
        title: column.title,
        text: shortenShown(column, text),
        ...(typeof stored === 'string' && stored !== text && column.kind === 'text'
          ? { stored: shortenShown(column, stored) }
          : {}),
        ...(isShown ? { before: shortenShown(column, toText(current[column.name])) } : {}),
      });
    }
    rows.push({ line: row.line, cells, more });
  }
}

/** Returns the columns whose stored values are not shown: those that can identify a person, and undeclared ones. */
function listHidden(wireName: string, columns: readonly string[]): ReadonlySet<string> {
  const fields = findDeclarationOnWire(wireName)?.fields ?? {};
  return new Set(columns.filter((name) => fields[name]?.identifying !== false));
}
