import { type CellScope, readCellText } from './cells';
import type { FileRow, NamedCell } from './file-row';
import { shortenShown } from './shown-value';
import { isSecret, shortenValue } from './with-value';

/** The maximum number of values of a refused row in a report. */
const MAX_CELLS = 20;
/** The maximum number of errors of one row that are described. */
const MOST_PROBLEMS = 30;

/** Returns the errors of a row as the lines of one text. */
export function listProblems(problems: readonly string[]): string {
  const more = problems.length - MOST_PROBLEMS;
  const shown = problems.slice(0, MOST_PROBLEMS);
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** Returns the first values of a row that are not empty or secret, shortened, with their spaces and line ends. */
export function listCells({ names, values }: FileRow, scope: CellScope): NamedCell[] {
  const cells: NamedCell[] = [];
  for (const [at, value] of values.entries()) {
    const title = names[at] ?? '';
    const text = readCellText(value, scope);
    if (text === '' || isSecret(title)) continue;
    cells.push({ title: shortenValue(title), text: shortenShown({ name: title, title }, text) });
    if (cells.length === MAX_CELLS) break;
  }
  return cells;
}
