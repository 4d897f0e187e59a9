import {
  formatFigure,
  linkToRows,
  type SummaryCell,
  type SummaryGroup,
  type SummaryTable as Table,
} from '~/lib/core/list/summary-view';
import { ScrollRegion } from '../../components/scroll-region';
import { buildPictureId } from './picture-link';
import { RowsLink } from './rows-link';
import { getLetter } from './series';

/** Renders the figures of a summary with their totals. Each leads to its rows. */
export function SummaryTable({ table }: { table: Table }) {
  const { caption, rowTitle, columns, figureTitle, rows, cells, rowTotals, columnTotals } = table;
  const { links, total } = table;
  return (
    <ScrollRegion label={`Table: ${caption}`} className="card">
      <table id="summary-table" className="summary-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            {columns?.map((column, index) => (
              <th key={column.text + column.kind} scope="col">
                <span className="text-muted">{getLetter(index)}</span>{' '}
                <RowsLink
                  link={linkToRows(links, undefined, column)}
                  rows={columnTotals[index]?.[1] ?? 0}
                >
                  {column.text}
                </RowsLink>
              </th>
            ))}
            <th scope="col">{columns ? 'Total' : figureTitle}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.text + row.kind} id={buildPictureId(table, row)}>
              <th scope="row">
                <RowsLink link={linkToRows(links, row)} rows={rowTotals[index]?.[1] ?? 0}>
                  {row.text}
                </RowsLink>
              </th>
              {columns?.map((column, place) => (
                <Cell
                  key={column.text + column.kind}
                  table={table}
                  cell={cells[index]?.[place]}
                  row={row}
                  column={column}
                />
              ))}
              <Cell table={table} cell={rowTotals[index]} row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns?.map((column, index) => (
              <Cell
                key={column.text + column.kind}
                table={table}
                cell={columnTotals[index]}
                column={column}
              />
            ))}
            <Cell table={table} cell={total} />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

interface CellProps {
  table: Table;
  cell: SummaryCell | undefined;
  row?: SummaryGroup;
  column?: SummaryGroup;
}

function Cell({ table: { links, unit }, cell = [null, 0], row, column }: CellProps) {
  const [figure, rows] = cell;
  return (
    <td>
      <RowsLink link={linkToRows(links, row, column)} rows={rows}>
        {formatFigure(figure, unit)}
      </RowsLink>
    </td>
  );
}
