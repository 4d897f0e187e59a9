import clsx from 'clsx';
import { formatFigure, type SummaryGroup, type SummaryTable } from '~/lib/core/list/summary-view';
import { PictureLink } from './picture-link';
import { cutLabel, makeScale, toPlace } from './scale';
import { getLetter, SeriesMark, SeriesPattern } from './series';

const ROW = 46;
const BAR = { top: 20, height: 20 };
/** The minimum widths of a part, in percent of the picture, that have space for its letter on narrow and wide screens. */
const LETTER_WIDTH = 5;
const LETTER_WIDTH_WIDE = 2.6;

interface Part {
  column: SummaryGroup;
  index: number;
  figure: number;
  rows: number;
  /** The sum of the figures of the parts before. */
  start: number;
}

/** Renders a bar for each group of the first field, divided by the groups of the second one. */
export function StackedBars({ table }: { table: SummaryTable }) {
  const { rows, rowTotals, unit } = table;
  const { place } = makeScale(rowTotals.map(([figure]) => figure));
  return (
    <>
      <SeriesPattern />
      {rows.map((row, rowIndex) => {
        const y = rowIndex * ROW;
        const [total] = rowTotals[rowIndex] ?? [null];
        return (
          <g key={row.text + row.kind}>
            <text x="0" y={y + 14}>
              {cutLabel(row.text)}
            </text>
            <text x="100%" y={y + 14} textAnchor="end" className="picture-figure">
              {formatFigure(total, unit)}
            </text>
            {listParts(table, rowIndex).map(({ column, index, figure, rows: count, start }) => {
              const x = place(start);
              const width = toPlace(place(start + figure) - x);
              return (
                <PictureLink
                  key={column.text + column.kind}
                  table={table}
                  row={row}
                  column={column}
                  rows={count}
                  title={`${row.text}, ${column.text}: ${formatFigure(figure, unit)}`}
                >
                  <SeriesMark
                    group={column}
                    index={index}
                    x={`${x}%`}
                    y={y + BAR.top}
                    width={`${width}%`}
                    height={BAR.height}
                  />
                  {width >= LETTER_WIDTH_WIDE && (
                    <text
                      x={`${toPlace(x + width / 2)}%`}
                      y={y + BAR.top + 15}
                      textAnchor="middle"
                      className={clsx(
                        `letter letter-${column.kind}`,
                        width < LETTER_WIDTH && 'letter-wide',
                      )}
                    >
                      {getLetter(index)}
                    </text>
                  )}
                </PictureLink>
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** Returns the parts of a bar that have a length. */
function listParts({ cells, columns = [] }: SummaryTable, rowIndex: number): Part[] {
  let start = 0;
  return columns.flatMap((column, index) => {
    const [figure, rows] = cells[rowIndex]?.[index] ?? [null, 0];
    if (!figure) return [];
    const part = { column, index, figure, rows, start };
    start += figure;
    return [part];
  });
}

export function getStackedHeight({ rows }: SummaryTable): number {
  return rows.length * ROW;
}
