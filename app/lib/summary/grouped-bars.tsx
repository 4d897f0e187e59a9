import { formatFigure, type SummaryTable } from '~/lib/core/list/summary-view';
import { PictureLink } from './picture-link';
import { cutLabel, makeScale, toPlace } from './scale';
import { getLetter, SeriesMark, SeriesPattern } from './series';

const HEAD = 22;
const LINE = 18;
const BAR = 12;
const GAP = 10;

/**
 * Renders a bar for each group of the second field below each group of the first one, for figures that do not add up,
 * such as averages.
 */
export function GroupedBars({ table }: { table: SummaryTable }) {
  const { rows, columns = [], cells, unit } = table;
  const { place } = makeScale(cells.flat().map(([figure]) => figure));
  const zero = place(0);
  let y = 0;
  return (
    <>
      <SeriesPattern />
      {rows.map((row, rowIndex) => {
        const top = y;
        const shown = listShown(table, rowIndex);
        y += getHeight(shown.length);
        return (
          <g key={row.text + row.kind}>
            <text x="0" y={top + 14}>
              {cutLabel(row.text)}
            </text>
            {shown.map((index, line) => {
              const [figure, count] = cells[rowIndex]?.[index] ?? [null, 0];
              const column = columns[index];
              if (figure === null || !column) return null;
              const end = place(figure);
              const lineY = top + HEAD + line * LINE;
              const text = formatFigure(figure, unit);
              return (
                <PictureLink
                  key={column.text + column.kind}
                  table={table}
                  row={row}
                  column={column}
                  rows={count}
                  title={`${row.text}, ${column.text}: ${text}`}
                >
                  <text x="0" y={lineY + 11} className="picture-letter">
                    {getLetter(index)}
                  </text>
                  <svg x="7%" y={lineY} width="70%" height={BAR} overflow="visible" aria-hidden>
                    <SeriesMark
                      group={column}
                      index={index}
                      x={`${Math.min(zero, end)}%`}
                      y={0}
                      width={`${toPlace(Math.abs(end - zero))}%`}
                      height={BAR}
                    />
                  </svg>
                  <text x="100%" y={lineY + 11} textAnchor="end" className="picture-figure">
                    {text}
                  </text>
                </PictureLink>
              );
            })}
          </g>
        );
      })}
    </>
  );
}

export function getGroupedHeight(table: SummaryTable): number {
  return table.rows.reduce(
    (height, _, index) => height + getHeight(listShown(table, index).length),
    0,
  );
}

/** Returns the indexes of the columns that have a figure in a row. */
function listShown({ columns = [], cells }: SummaryTable, rowIndex: number): number[] {
  return columns.flatMap((_, index) => (cells[rowIndex]?.[index]?.[0] == null ? [] : [index]));
}

function getHeight(lines: number): number {
  return HEAD + lines * LINE + GAP;
}
