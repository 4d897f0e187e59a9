import { stringify } from 'csv-stringify/sync';
import { BYTE_ORDER_MARK, csvOptions } from 'shared/list/csv';
import { neutralize } from 'shared/list/neutralize';
import type { Summary } from 'shared/list/summary/grammar';
import { getToday } from 'shared/list/today';
import { describeList, type Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { buildSummaryTable } from './build-summary-view.server';
import { describeConditions } from './describe-export';
import { answerFile, buildFileName, storeEntryFirst } from './export-file.server';
import { fetchSummary } from './fetch-summary.server';
import { getListColumns } from './list-columns.server';
import type { ListState } from './list-state';
import type { SummaryCell, SummaryTable } from './summary-view';

/** Returns a CSV file with the table of a summary, including its totals. */
export async function exportSummary(
  { user }: Pick<SignedIn, 'user'>,
  entity: Entity,
  state: ListState,
  summary: Summary,
): Promise<ApiResult<Response>> {
  const found = await fetchSummary(entity, state.query, summary);
  if (!found.ok) return found;
  const table = buildSummaryTable(entity, state, summary, found.value);
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
  const file = BYTE_ORDER_MARK + stringify(listCells(table), csvOptions);
  return { ok: true, value: answerFile(`${buildFileName(entity)}-summary`, file) };
}

/** Returns the cells of the file, with the headings in the first row and the totals in the last one. */
function listCells(table: SummaryTable): string[][] {
  const { rows, columns, cells, rowTotals, columnTotals, total } = table;
  const toText = ([figure]: SummaryCell) => (figure === null ? '' : String(round(figure)));
  const unit = table.isPercentage ? ' (%)' : '';
  const toRow = (text: string, own: readonly SummaryCell[], sum: SummaryCell) => [
    neutralize(text),
    ...(columns ? own.map(toText) : []),
    toText(sum),
  ];
  return [
    [
      neutralize(table.rowTitle),
      ...(columns ?? []).map(({ text }) => neutralize(text)),
      columns ? `Total${unit}` : `${table.figureTitle}${unit}`,
    ],
    ...rows.map(({ text }, index) =>
      toRow(text, cells[index] ?? [], rowTotals[index] ?? [null, 0]),
    ),
    toRow('Total', columnTotals, total),
  ];
}

function round(figure: number): number {
  return Number(figure.toFixed(6));
}
