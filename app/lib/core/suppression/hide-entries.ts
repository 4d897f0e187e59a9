/** A figure of a table with totals. */
export interface Entry {
  /** The indexes of its row and its column among all lines of the table. */
  row: number;
  column: number;
  kind: 'cell' | 'margin' | 'total';
  /** The side of the equation on which the entry stands: 1 for cells, and -1 for their totals. */
  sign: 1 | -1;
  /** The number of rows of the list that it counts. */
  rows: number;
  isHidden: boolean;
}

/** A number that each entry has, such as its number of rows. The numbers of cells add up to those of totals. */
export interface Measure<Kind extends Entry> {
  value: (entry: Kind) => number;
  /** The least value that a reader knows a hidden entry to have. */
  least: number;
  /** The least total of the hidden entries of a line whose own total is shown. */
  leastSum: number;
}

/**
 * Hides further entries of a table with totals until none of the hidden ones can be computed from the others. Returns
 * false if no choice of entries achieves this. Each line of the table, a row or a column with its total, is an equation
 * and a node of a graph. Each entry is an edge between its row and its column. A hidden entry has more than one
 * possible value if and only if a cycle of changes leads through its edge: one entry grows, the next one of the same
 * line shrinks, and so on. An entry shrinks only as far as its least possible value.
 */
export function hideEntries<Kind extends Entry>(
  entries: readonly Kind[],
  measure: Measure<Kind>,
): boolean {
  const lines = new Map<number, Kind[]>();
  for (const entry of entries)
    for (const line of getLines(entry)) lines.set(line, [...(lines.get(line) ?? []), entry]);
  const listLine = (line: number) => lines.get(line) ?? [];
  const queue = entries.filter(({ isHidden }) => isHidden);
  for (const entry of queue) {
    for (;;) {
      const problems = findProblems(entry, listLine, measure);
      if (problems.length === 0) break;
      const next =
        chooseEntry(problems.flatMap(listLine)) ?? chooseEntry([...lines.keys()].flatMap(listLine));
      if (!next) return false;
      next.isHidden = true;
      queue.push(next);
    }
  }
  return true;
}

function getLines({ row, column }: Entry): [number, number] {
  return [row, column];
}

/** Returns the lines in which a further entry has to be hidden because of a hidden one. */
function findProblems<Kind extends Entry>(
  entry: Kind,
  listLine: (line: number) => readonly Kind[],
  measure: Measure<Kind>,
): number[] {
  const small = getLines(entry).filter((line) => {
    const hidden = listLine(line).filter(({ isHidden }) => isHidden);
    // The total of a line is its last entry.
    const isKnown = !listLine(line).at(-1)?.isHidden;
    const sum = hidden.reduce((all, one) => all + measure.value(one), 0);
    return isKnown && sum < measure.leastSum;
  });
  if (small.length > 0) return small;
  const reached = findFixedPart(entry, listLine, measure);
  if (!reached) return [];
  const isAlone = (line: number) => listLine(line).filter(({ isHidden }) => isHidden).length === 1;
  const alone = [...reached].filter(isAlone);
  return alone.length > 0 ? alone : [...reached];
}

/**
 * Returns the lines that changes of a hidden entry can reach, or undefined if the entry has several possible values.
 */
function findFixedPart<Kind extends Entry>(
  entry: Kind,
  listLine: (line: number) => readonly Kind[],
  measure: Measure<Kind>,
): Set<number> | undefined {
  const all = new Set<number>(getLines(entry));
  for (const from of getLines(entry)) {
    const to = findStep(entry, from, measure);
    if (to === undefined) continue;
    // The step leads from one line to the other one. The way back must use other entries.
    const reached = new Set([to]);
    const open = [to];
    for (let line = open.pop(); line !== undefined; line = open.pop()) {
      all.add(line);
      for (const other of listLine(line)) {
        if (other === entry || !other.isHidden) continue;
        const end = findStep(other, line, measure);
        if (end === from) return undefined;
        if (end === undefined || reached.has(end)) continue;
        reached.add(end);
        open.push(end);
      }
    }
  }
  return all;
}

/**
 * Returns the other line of an entry, if a change of the entry leads there from `line`. One direction is its growth,
 * the other one its decrease.
 */
function findStep<Kind extends Entry>(
  entry: Kind,
  line: number,
  { value, least }: Measure<Kind>,
): number | undefined {
  const { row, column, sign } = entry;
  const grows = line === (sign === 1 ? row : column);
  if (!grows && value(entry) <= least) return undefined;
  return line === row ? column : row;
}

/**
 * Returns the entry that is hidden next: of the shown cells with at least one row, or else of such totals, the one with
 * the fewest rows. Never returns the total of all rows.
 */
function chooseEntry<Kind extends Entry>(entries: readonly Kind[]): Kind | undefined {
  const open = entries.filter(
    ({ isHidden, rows, kind }) => !isHidden && rows > 0 && kind !== 'total',
  );
  const cells = open.filter(({ kind }) => kind === 'cell');
  return (cells.length > 0 ? cells : open).reduce<Kind | undefined>(
    (best, one) => (best && best.rows <= one.rows ? best : one),
    undefined,
  );
}
