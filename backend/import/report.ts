import type { ColumnReport } from './column-report';
import type { NamedCell } from './file-row';
import type { Planned, PlannedWrite } from './plan';
import type { Samples } from './samples';

/** A row that cannot be imported. */
export interface Refusal {
  line: number;
  reason: string;
  /** The values of the row in the file, shortened. Only the first refusals have them. */
  cells?: NamedCell[];
}

/** The counts of an import. */
export interface ImportReport {
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** True if the rest of the file was not read, because too many rows were refused. */
  stopped: boolean;
  /** The first refused rows, at most 100. `refused` is the number of all of them. */
  refusals: Refusal[];
  /** The number of records that change in each of the file's columns. */
  changes: { column: string; records: number }[];
  /** The columns of the file that are not imported, because the host computes them or the operator said so. */
  leftAside: string[];
  /** The contents of the columns of the file. */
  columns: ColumnReport[];
  /** The first rows that are added and changed. */
  samples: Samples;
}

const MAX_REFUSALS = 100;
/** The number of refusals that have the values of their row. */
const MAX_WITH_CELLS = 20;
/** The number of refused rows after which the rest of the file is not read. */
const MAX_REFUSED = 1_000;

/** Counts planned rows, one after the other. */
export class ReportBuilder {
  rows = 0;
  added = 0;
  changed = 0;
  unchanged = 0;
  refused = 0;
  stopped = false;
  readonly #refusals: ImportReport['refusals'] = [];
  readonly #changes = new Map<string, number>();

  /** Counts a row. Stops counting, and sets `stopped`, at the first row after too many refused ones. */
  count(row: Planned): void {
    if (this.refused >= MAX_REFUSED) this.stopped = true;
    if (this.stopped) return;
    this.rows += 1;
    if (row.kind === 'refused') this.#addRefusal(row);
    else this.#add(row, 1);
  }

  /** Counts a row as refused that was previously counted as an added or changed record. */
  refuse(row: PlannedWrite, reason: string): void {
    this.#add(row, -1);
    this.#addRefusal({ line: row.line, reason });
  }

  #add(row: Exclude<Planned, { reason: string }>, number: 1 | -1): void {
    if (row.kind === 'new') this.added += number;
    else if (row.kind === 'unchanged') this.unchanged += number;
    else {
      this.changed += number;
      for (const title of row.titles)
        this.#changes.set(title, (this.#changes.get(title) ?? 0) + number);
    }
  }

  #addRefusal({ line, reason, cells }: Refusal): void {
    this.refused += 1;
    const { length } = this.#refusals;
    if (length < MAX_WITH_CELLS && cells) this.#refusals.push({ line, reason, cells });
    else if (length < MAX_REFUSALS) this.#refusals.push({ line, reason });
  }

  report(leftAside: string[], described: Pick<ImportReport, 'columns' | 'samples'>): ImportReport {
    const { rows, added, changed, unchanged, refused, stopped } = this;
    const changes = Array.from(this.#changes, ([column, records]) => ({ column, records }));
    return {
      ...{ rows, added, changed, unchanged, refused, stopped },
      refusals: this.#refusals,
      changes,
      leftAside,
      ...described,
    };
  }
}
