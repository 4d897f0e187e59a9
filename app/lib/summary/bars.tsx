import { formatFigure, type SummaryTable } from '~/lib/core/list/summary-view';
import { PictureLink } from './picture-link';
import { cutLabel, makeScale, toPlace } from './scale';

const ROW = 38;
const BAR = { top: 20, height: 12 };

/** Renders a bar for each group, below its text and its figure. */
export function Bars({ table }: { table: SummaryTable }) {
  const { rows, rowTotals, unit } = table;
  const { place } = makeScale(rowTotals.map(([figure]) => figure));
  const zero = place(0);
  return rows.map((group, index) => {
    const [figure, count] = rowTotals[index] ?? [null, 0];
    const text = formatFigure(figure, unit);
    const end = place(figure ?? 0);
    const y = index * ROW;
    return (
      <PictureLink
        key={group.text + group.kind}
        table={table}
        row={group}
        rows={count}
        title={`${group.text}: ${text}`}
      >
        <rect className="picture-target" x="0" y={y} width="100%" height={ROW - 2} />
        <text x="0" y={y + 14}>
          {cutLabel(group.text)}
        </text>
        <text x="100%" y={y + 14} textAnchor="end" className="picture-figure">
          {text}
        </text>
        <rect
          className={
            group.kind === 'value' || group.kind === 'period' ? 'bar' : `bar bar-${group.kind}`
          }
          x={`${Math.min(zero, end)}%`}
          y={y + BAR.top}
          width={`${toPlace(Math.abs(end - zero))}%`}
          height={BAR.height}
        />
      </PictureLink>
    );
  });
}

export function getBarsHeight({ rows }: SummaryTable): number {
  return rows.length * ROW;
}
