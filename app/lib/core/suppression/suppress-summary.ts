import { type Aggregate, merge } from 'shared/list/summary/aggregate';
import type { Figure } from 'shared/list/summary/grammar';
import { type Entry, hideEntries, type Measure } from './hide-entries';

/** The figures of a summary that are left out of files, in the layout of its table. True means left out. */
export interface Suppression {
  cells: boolean[][];
  rowTotals: boolean[];
  columnTotals: boolean[];
  total: boolean;
  /** True if the groups themselves are left out, because no choice of figures hides the small counts. */
  isWithheld: boolean;
}

interface SummaryEntry extends Entry {
  /** The aggregate of the entry's rows. */
  of: Aggregate;
}

interface SummaryMeasure {
  measure: Measure<SummaryEntry>;
  /** Returns true if the entry must not be shown, whatever the others are. */
  isSmall: (of: Aggregate) => boolean;
}

/**
 * Chooses the figures of a summary that are left out of files: those of 1 to `least` - 1 rows, and others with which
 * these could be computed from the totals. The choice begins with the numbers of rows, so that a group whose count is
 * left out has no share, sum or average either. `isCrossed` is true for a summary by two fields. With a `least` of 0 or
 * 1, nothing is left out.
 */
export function suppressSummary(
  cells: readonly (readonly Aggregate[])[],
  figure: Figure,
  least: number,
  isCrossed: boolean,
): Suppression {
  const grid = isCrossed ? crossEntries(cells) : listEntries(cells);
  const entries = grid.flat();
  const total = entries.at(-1);
  const measures = listMeasures(entries, figure, least);
  const isWithheld = !measures.every(({ measure, isSmall }) => {
    for (const entry of entries) if (isSmall(entry.of)) entry.isHidden = true;
    return !total?.isHidden && hideEntries(entries, measure);
  });
  if (isWithheld)
    for (const entry of entries)
      entry.isHidden = entry !== total || measures.some(({ isSmall }) => isSmall(entry.of));
  else if (figure.kind === 'min' || figure.kind === 'max') hideTotals(entries);
  const hidden = grid.map((line) => line.map(({ isHidden }) => isHidden));
  const rows = hidden.slice(0, -1);
  return {
    cells: isCrossed ? rows.map((line) => line.slice(0, -1)) : rows,
    rowTotals: rows.map((line) => line.at(-1) ?? false),
    columnTotals: isCrossed ? (hidden.at(-1) ?? []).slice(0, -1) : [],
    total: total?.isHidden ?? false,
    isWithheld,
  };
}

/**
 * Returns the entries of a summary by one field, of which the last one is the total. Each entry gets the same row and
 * column, because one equation holds for all.
 */
function listEntries(cells: readonly (readonly Aggregate[])[]): SummaryEntry[][] {
  const place = { row: 0, column: 1 };
  const groups = cells.map((row) => [makeEntry('cell', 1, place, merge(row))]);
  return [...groups, [makeEntry('total', -1, place, merge(cells.flat()))]];
}

/** Returns the entries of a summary by two fields, with the totals at the end of each row and each column. */
function crossEntries(cells: readonly (readonly Aggregate[])[]): SummaryEntry[][] {
  const width = cells[0]?.length ?? 0;
  const sums = Array.from({ length: width }, (_, index) =>
    merge(cells.flatMap((row) => row[index] ?? [])),
  );
  return [...cells, sums].map((row, index) => {
    const isLast = index === cells.length;
    const toPlace = (column: number) => ({ row: index, column: cells.length + 1 + column });
    return [
      ...row.map((of, column) =>
        makeEntry(isLast ? 'margin' : 'cell', isLast ? -1 : 1, toPlace(column), of),
      ),
      makeEntry(isLast ? 'total' : 'margin', isLast ? 1 : -1, toPlace(width), merge(row)),
    ];
  });
}

function makeEntry(
  kind: Entry['kind'],
  sign: Entry['sign'],
  place: Pick<Entry, 'row' | 'column'>,
  of: Aggregate,
): SummaryEntry {
  return { ...place, kind, sign, of, rows: of.rows, isHidden: false };
}

/**
 * Returns the measures by which entries are hidden. The sum and the average of a group together give the number of its
 * rows that have a number, so the number, the sum and the average of a group are left out together.
 */
function listMeasures(
  entries: readonly SummaryEntry[],
  figure: Figure,
  least: number,
): SummaryMeasure[] {
  const isSmall = (count: number) => count > 0 && count < least;
  const rows: SummaryMeasure = {
    // Groups without rows are shown, so readers know that a hidden group has a row.
    measure: { value: (entry) => entry.rows, least: 1, leastSum: least },
    isSmall: (of) => isSmall(of.rows),
  };
  if (!('field' in figure)) return [rows];
  const isNegative = entries.some(({ of }) => of.sum < 0 || (of.min ?? 0) < 0);
  return [
    rows,
    {
      measure: { value: ({ of }) => of.n, least: 0, leastSum: least },
      isSmall: (of) => isSmall(of.n),
    },
    {
      measure: {
        value: ({ of }) => of.sum,
        least: isNegative ? Number.NEGATIVE_INFINITY : 0,
        leastSum: Number.NEGATIVE_INFINITY,
      },
      isSmall: () => false,
    },
  ];
}

/**
 * Hides the lowest or highest values of the lines in which a value is hidden, because these are limits of that value.
 */
function hideTotals(entries: readonly SummaryEntry[]): void {
  const cells = entries.filter(({ kind, isHidden }) => kind === 'cell' && isHidden);
  if (cells.length === 0) return;
  for (const entry of entries) {
    const isInLine = cells.some(({ row, column }) => row === entry.row || column === entry.column);
    if (entry.kind === 'total' || (entry.kind === 'margin' && isInLine)) entry.isHidden = true;
  }
}
