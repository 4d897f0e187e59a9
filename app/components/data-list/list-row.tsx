import { Link } from '@remix-run/react';
import { memo } from 'react';
import { type Cell, type ListColumn, type ListRow, SCORE_WORDS } from '~/lib/list/list-view';
import { FileCell } from '../file-cell';
import { Icon } from '../icon';
import { Marked } from '../marked';
import { useMayWrite } from '../use-may-write';
import { Breakable } from './breakable';
import { RemovalLink } from './removal-link';

const CELL_LOOKS = {
  text: 'cell-text max-w-80',
  choice: 'cell-text',
  number: 'tabular-nums',
  date: 'sm:whitespace-nowrap',
} as const;

interface RowCellsProps {
  columns: readonly ListColumn[];
  row: ListRow;
}

/** The cells of one row, and its details: the values of the columns that this width hides. */
function Cells({ columns, row }: RowCellsProps) {
  const mayWrite = useMayWrite();
  const widest = Math.max(...columns.map((column) => column.tier));
  return (
    <>
      {columns.map((column, index) => (
        <td
          key={column.field}
          className={`tier-${column.tier} py-2 align-top ${CELL_LOOKS[column.kind]}`}
        >
          <CellContent cell={row.cells[index]} />
        </td>
      ))}
      <td className="no-print whitespace-nowrap py-1.5 text-right align-top">
        <div className="flex items-start justify-end gap-1">
          {widest > 0 && (
            <details className={`details-${widest} text-left`}>
              <summary className="button min-h-0 px-2 py-1.5">
                <Icon name="ellipsis" />
                <span className="sr-only">More of {row.label}</span>
              </summary>
              {/* Takes no width of its own: the columns stay as they are when it opens. */}
              <div className="row-details mt-4">
                <dl className="card grid gap-x-3 gap-y-1 whitespace-normal p-3 sm:grid-cols-2">
                  {columns.map((column, index) =>
                    column.tier === 0 ? null : (
                      <div key={column.field} className={`detail-${column.tier}`}>
                        <dt className="text-xs text-muted">{column.title}</dt>
                        <dd className="break-words">
                          <CellContent cell={row.cells[index]} />
                        </dd>
                      </div>
                    ),
                  )}
                </dl>
              </div>
            </details>
          )}
          {mayWrite && row.removal && <RemovalLink {...row.removal} label={row.label} />}
        </div>
      </td>
    </>
  );
}

/** The grid renders anew when it has measured itself, and the rows need not. */
export const RowCells = memo(Cells);

function CellContent({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return <Breakable text={cell} />;
  if ('file' in cell) return <FileCell {...cell} />;
  const content = cell.href ? (
    <CellLink href={cell.href} text={cell.text} />
  ) : (
    <Breakable text={cell.text} />
  );
  if (cell.note)
    return (
      <>
        {content} <span className="badge-warn">{cell.note}</span>
      </>
    );
  if (cell.mark) {
    return (
      <Marked mark={cell.mark} says={SCORE_WORDS[cell.mark]}>
        {content}
      </Marked>
    );
  }
  return cell.tint ? (
    <span
      className="inline-block rounded px-2 py-0.5"
      style={{ backgroundColor: cell.tint.background, color: cell.tint.text }}
    >
      {content}
    </span>
  ) : (
    content
  );
}

/** A link to another site tells it nothing and gets no hold of this page. */
function CellLink({ href, text }: { href: string; text: string }) {
  return href.startsWith('/') ? (
    <Link to={href}>
      <Breakable text={text} />
    </Link>
  ) : (
    <a href={href} rel="noopener noreferrer">
      <Breakable text={text} />
    </a>
  );
}
