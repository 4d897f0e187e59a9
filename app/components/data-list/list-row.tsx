import { memo, type ReactNode, type SyntheticEvent, useState } from 'react';
import { defined } from 'shared/defined';
import {
  ALL_OPEN,
  type Cell,
  type ListRow,
  type ListView,
  SCORE_WORDS,
} from '~/lib/list/list-view';
import { FileCell } from '../file-cell';
import { Icon } from '../icon';
import { isPlain, Link } from '../link';
import { Marked } from '../marked';
import { useMayWrite } from '../use-may-write';
import { breakable } from './breakable';
import { RemovalLink } from './removal-link';

const CELL_LOOKS = {
  text: 'cell-text cell-long',
  choice: 'cell-text',
  number: 'tabular-nums',
  date: 'sm:whitespace-nowrap',
} as const;

interface RowProps {
  view: Pick<ListView, 'columns' | 'widest' | 'open' | 'openHref' | 'closedHref'>;
  row: ListRow;
}

/**
 * A row, and below it, when it is open, the values of the columns that this width hides. Without script
 * the server opens it: all of them in every page would make it half as long again.
 */
function Row({ view, row }: RowProps) {
  const { columns, widest, openHref, closedHref } = view;
  const mayWrite = useMayWrite();
  const [open, setOpen] = useState(view.open === ALL_OPEN || view.open === row.key);
  const toggle = (event: SyntheticEvent) => {
    event.preventDefault();
    setOpen(!open);
  };
  return (
    <>
      <tr id={view.open === row.key ? OPENED : undefined}>
        {columns.map((column, index) => (
          <td key={column.field} className={`tier-${column.tier} ${CELL_LOOKS[column.kind]}`}>
            {cellContent(defined(row.cells[index]))}
          </td>
        ))}
        <td className="row-actions no-print">
          {widest > 0 && view.open !== ALL_OPEN && (
            <a
              href={open ? closedHref : `${openHref}${encodeURIComponent(row.key)}#${OPENED}`}
              aria-expanded={open}
              className={`button details-${widest}`}
              onClick={(event) => {
                if (isPlain(event)) toggle(event);
              }}
              onKeyDown={(event) => {
                if (event.key === ' ') toggle(event);
              }}
            >
              <Icon name="ellipsis" />
              <span className="sr-only">More of {row.label}</span>
            </a>
          )}
          {mayWrite && row.removal && <RemovalLink {...row.removal} label={row.label} />}
        </td>
      </tr>
      {open && (
        <tr className={`no-print details-${widest}`}>
          <td colSpan={columns.length + 1}>
            <dl className="no-width grid gap-x-3 gap-y-1 py-1 sm:grid-cols-2">
              {columns.map((column, index) =>
                column.tier === 0 ? null : (
                  <div key={column.field} className={`detail-${column.tier}`}>
                    <dt className="text-xs text-muted">{column.title}</dt>
                    <dd className="break-words">{cellContent(defined(row.cells[index]))}</dd>
                  </div>
                ),
              )}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}

/** The grid renders again when it has measured itself; the rows need not. */
export const RowAndDetails = memo(Row);

/** The id of the row that the address opens: without script the browser scrolls there. */
const OPENED = 'opened';

/** No component: a page has a hundred cells, and most are a text. */
function cellContent(cell: Cell): ReactNode {
  if (typeof cell === 'string') return breakable(cell);
  if ('file' in cell) return <FileCell {...cell} />;
  const content = cell.href ? <CellLink href={cell.href} text={cell.text} /> : breakable(cell.text);
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
      className="tint inline-block rounded px-2 py-0.5"
      style={{ backgroundColor: cell.tint.background, color: cell.tint.text }}
    >
      {content}
    </span>
  ) : (
    content
  );
}

/** Shows a link. Other sites get neither the referrer nor access to this page. */
function CellLink({ href, text }: { href: string; text: string }) {
  return href.startsWith('/') ? (
    <Link to={href}>{breakable(text)}</Link>
  ) : (
    <a href={href} rel="noopener noreferrer">
      {breakable(text)}
    </a>
  );
}
