import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import { addUnit } from 'shared/units';
import { config } from '../server/config.server';
import { writeSheets, writeTable } from '../sheets/write-sheets.server';
import { explainMarks, explainWithheld, MARK } from '../suppression/mark';
import type { Suppression } from '../suppression/suppress-summary';
import type { SummaryCell, SummaryTable } from './summary-view';

/** The formats of the file of a summary. Files for analysis also have a package, whose scripts read rows, not tables. */
export const summaryFormats = ['csv', 'xlsx', 'json'] as const;
export type SummaryFormat = (typeof summaryFormats)[number];

/** A figure, the text of a group, or a mark. A figure of no rows is an empty text. */
type FileCell = string | number;

/** The content of the file of a summary. */
interface SummaryContent {
  /** The headings, the groups and their figures, and the totals. */
  titles: string[];
  rows: FileCell[][];
  totals: FileCell[];
  /** The sentences that explain what is left out. */
  notes: string[];
}

/** Returns the content of the file of a summary, without the figures that are left out. */
export function buildSummaryContent(whole: SummaryTable, suppression: Suppression): SummaryContent {
  const { isWithheld } = suppression;
  const table: SummaryTable = isWithheld
    ? { ...whole, rows: [], columns: undefined, columnTotals: [] }
    : whole;
  const { rows, columns = [], cells, rowTotals, columnTotals, total } = table;
  let isMarked = false;
  const toCell = ([figure]: SummaryCell, isHidden = false): FileCell => {
    if (isHidden) isMarked = true;
    return isHidden ? MARK : figure === null ? '' : Number(figure.toFixed(6));
  };
  const lines = rows.map(({ text }, row) => [
    text,
    ...columns.map((_, column) =>
      toCell(cells[row]?.[column] ?? [null, 0], suppression.cells[row]?.[column]),
    ),
    toCell(rowTotals[row] ?? [null, 0], suppression.rowTotals[row]),
  ]);
  const totals = [
    'Total',
    ...columnTotals.map((figure, column) => toCell(figure, suppression.columnTotals[column])),
    toCell(total, suppression.total),
  ];
  return {
    titles: [
      table.rowTitle,
      ...columns.map(({ text }) => text),
      addUnit(table.columns ? 'Total' : table.figureTitle, table.unit),
    ],
    ...{ rows: lines, totals },
    notes: [
      ...(isMarked ? [explainMarks(config.SMALL_CELLS)] : []),
      ...(isWithheld ? [explainWithheld(config.SMALL_CELLS)] : []),
    ],
  };
}

/** Returns the file of a summary. `readme` are its facts with their titles; a CSV file has none. */
export async function writeSummary(
  format: SummaryFormat,
  content: SummaryContent,
  readme: readonly (readonly [title: string, text: string])[],
): Promise<Buffer<ArrayBuffer>> {
  const { titles, rows, totals, notes } = content;
  if (format === 'csv') return Buffer.from(writeCsv(content));
  const facts = [...readme, ...notes.map((note) => ['Note', note] as const)];
  if (format === 'json') {
    const file = { columns: titles, rows, totals, notes, readme: Object.fromEntries(readme) };
    return Buffer.from(`${JSON.stringify(file, null, 1)}\n`);
  }
  const widths = titles.map((title, index) => Math.max(index === 0 ? 36 : 12, title.length + 4));
  const sheets = writeSheets([
    {
      name: 'Summary',
      write: () => [writeTable(titles, widths, [...rows, totals], rows.length)],
    },
    { name: 'Read me', write: () => [writeTable(['item', 'content'], [26, 100], facts)] },
  ]);
  return Buffer.from(await buffer(sheets));
}

function writeCsv({ titles, rows, totals, notes }: SummaryContent): string {
  // Programs that read the file expect as many cells in each row.
  const rest = Array<string>(titles.length - 1).fill('');
  const lines = [titles, ...rows, totals, ...notes.map((note) => [note, ...rest])];
  const cells = lines.map((line) =>
    line.map((cell) => (typeof cell === 'number' ? String(cell) : neutralize(cell))),
  );
  return BYTE_ORDER_MARK + stringify(cells, csvOptions);
}
