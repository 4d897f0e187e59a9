import { defined } from 'shared/defined';
import type { ListRow } from '~/lib/core/list/list-row';
import type { ListView } from '~/lib/core/list/list-view';
import { renderCell, renderStatus } from './cell-content';

interface RowDetailsProps {
  view: Pick<ListView, 'columns' | 'widest'>;
  row: ListRow;
}

/** Renders, below a row, the values of the columns that are hidden at the current width. */
export function RowDetails({ view: { columns, widest }, row }: RowDetailsProps) {
  return (
    <dl className={`row-details no-print details-${widest}`}>
      {columns.map((column, index) =>
        column.tier === 0 && column.card > 0 ? null : (
          <div
            key={column.field}
            className={`detail-${column.tier} ${column.card > 0 ? 'wide-only' : ''}`}
          >
            <dt className="text-xs text-muted">{column.title}</dt>
            <dd className="break-words">
              {(column.isStatus ? renderStatus : renderCell)(defined(row.cells[index]))}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
