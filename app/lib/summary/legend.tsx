import { linkToRows, type SummaryTable } from '~/lib/core/list/summary-view';
import { RowsLink } from './rows-link';
import { getLetter, SeriesMark } from './series';

/** Renders the letters, colours and texts of the groups of the second field. */
export function Legend({ table }: { table: SummaryTable }) {
  const { columns = [], columnTitle, columnTotals, links } = table;
  return (
    <figcaption className="mt-3">
      <p className="mb-1 text-sm font-semibold">{columnTitle}</p>
      <ul className="legend">
        {columns.map((column, index) => (
          <li key={column.text + column.kind}>
            <svg className="picture" width="16" height="16" aria-hidden>
              <SeriesMark group={column} index={index} x="0" y={0} width="100%" height={16} />
            </svg>
            <b>{getLetter(index)}</b>
            <RowsLink
              link={linkToRows(links, undefined, column)}
              rows={columnTotals[index]?.[1] ?? 0}
            >
              {column.text}
            </RowsLink>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
