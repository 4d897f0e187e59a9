import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import type { Summary } from 'shared/list/summary/grammar';
import { getToday } from 'shared/list/today';
import { noteExportedValues } from '../access/note-access.server';
import { describeList, type Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { explainMarks, explainWithheld, MARK } from '../suppression/mark';
import { type Suppression, suppressSummary } from '../suppression/suppress-summary';
import { buildSummaryTable } from './build-summary-view.server';
import { describeConditions } from './describe-export';
import { answerFile, buildFileName, storeEntryFirst } from './export-file.server';
import { fetchSummary } from './fetch-summary.server';
import { getListColumns } from './list-columns.server';
import type { ListState } from './list-state';
import { listGroupValues } from './summary-values';
import type { SummaryCell, SummaryTable } from './summary-view';

/**
 * Returns a CSV file with the table of a summary, including its totals. Figures of fewer than SMALL_CELLS rows are left
 * out, and so are those from which they could be computed.
 */
export async function exportSummary(
  { user }: Pick<SignedIn, 'user'>,
  entity: Entity,
  state: ListState,
  summary: Summary,
): Promise<ApiResult<Response>> {
  const found = await fetchSummary(entity, state.query, summary);
  if (!found.ok) return found;
  const table = buildSummaryTable(entity, state, summary, found.value);
  const { result } = found.value;
  const isCrossed = table.columns !== undefined;
  const suppression = suppressSummary(result.cells, summary.of, config.SMALL_CELLS, isCrossed);
  const today = getToday(config.STUDY_TIME_ZONE);
  const conditions = describeConditions(getListColumns(entity), state, today);
  const details = `a summary of ${describeList(entity)}: ${table.caption}; ${conditions}`;
  await storeEntryFirst({
    username: user.username,
    title: entity.title,
    action: 'Export',
    attempt: `Exporting ${details}`,
    describe: () => `Exported ${details}`,
  });
  if (!suppression.isWithheld)
    await noteExportedValues(user, entity, listGroupValues(summary, result));
  const file = BYTE_ORDER_MARK + stringify(listCells(table, suppression), csvOptions);
  return { ok: true, value: answerFile(`${buildFileName(entity)}-summary`, file) };
}

/**
 * Returns the cells of the file, with the headings in the first row, and the totals in the last one or, if a mark
 * needs an explanation, in the one before it.
 */
function listCells(whole: SummaryTable, suppression: Suppression): string[][] {
  const { isWithheld } = suppression;
  const table: SummaryTable = isWithheld
    ? { ...whole, rows: [], columns: undefined, columnTotals: [] }
    : whole;
  const { rows, columns, cells, rowTotals, columnTotals, total } = table;
  let isMarked = false;
  const toText = ([figure]: SummaryCell, isHidden = false) => {
    if (isHidden) isMarked = true;
    return isHidden ? MARK : figure === null ? '' : String(round(figure));
  };
  const unit = table.isPercentage ? ' (%)' : '';
  const lines = [
    [
      neutralize(table.rowTitle),
      ...(columns ?? []).map(({ text }) => neutralize(text)),
      columns ? `Total${unit}` : `${table.figureTitle}${unit}`,
    ],
    ...rows.map(({ text }, row) => [
      neutralize(text),
      ...(columns ?? []).map((_, column) =>
        toText(cells[row]?.[column] ?? [null, 0], suppression.cells[row]?.[column]),
      ),
      toText(rowTotals[row] ?? [null, 0], suppression.rowTotals[row]),
    ]),
    [
      'Total',
      ...columnTotals.map((figure, column) => toText(figure, suppression.columnTotals[column])),
      toText(total, suppression.total),
    ],
  ];
  const notes = [
    ...(isMarked ? [explainMarks(config.SMALL_CELLS)] : []),
    ...(isWithheld ? [explainWithheld(config.SMALL_CELLS)] : []),
  ];
  // Programs that read the file expect as many cells in each row.
  const rest = Array<string>((lines[0]?.length ?? 1) - 1).fill('');
  return [...lines, ...notes.map((note) => [neutralize(note), ...rest])];
}

function round(figure: number): number {
  return Number(figure.toFixed(6));
}
