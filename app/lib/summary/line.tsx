import { formatFigure, type SummaryTable } from '~/lib/core/list/summary-view';
import { PictureLink } from './picture-link';
import { makeScale, toPlace } from './scale';

export const LINE_HEIGHT = 264;
const PLOT = { top: 22, height: 200 };
/** The free space at both ends of the time, in percent. */
const MARGIN = 4;
/** The maximum number of texts below the time that a narrow screen has space for. */
const LABELS = 3;

/** Renders the figures of a field of dates as a line over time. A period without a figure interrupts the line. */
export function Line({ table }: { table: SummaryTable }) {
  const { unit } = table;
  const points = listPoints(table);
  const figures = points.map(({ figure }) => figure);
  const { low, high, place } = makeScale(figures, true);
  const step = points.length > 1 ? (100 - 2 * MARGIN) / (points.length - 1) : 0;
  const toX = (index: number) => toPlace(points.length > 1 ? MARGIN + index * step : 50);
  const toY = (value: number) => toPlace(PLOT.top + (PLOT.height * (100 - place(value))) / 100);
  const labelled = chooseLabelled(points.length);
  return (
    <>
      {[...new Set([low, (low + high) / 2, high, 0])].map((value) => (
        <g key={value}>
          <line
            className={value === 0 ? 'axis' : 'grid-line'}
            x1="0"
            x2="100%"
            y1={toY(value)}
            y2={toY(value)}
          />
          <text x="0" y={toY(value) - 4} className="picture-tick">
            {formatFigure(value, unit)}
          </text>
        </g>
      ))}
      <svg
        x="0"
        y={PLOT.top}
        width="100%"
        height={PLOT.height}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden
      >
        {splitLines(figures).map((run) => (
          <polyline
            key={run[0]}
            className="line"
            points={run
              .map((index) => `${toX(index)},${100 - place(figures[index] ?? 0)}`)
              .join(' ')}
          />
        ))}
      </svg>
      {points.map(({ group, figure, rows }, index) => (
        <g key={group.text}>
          {figure !== null && (
            <PictureLink
              table={table}
              row={group}
              rows={rows}
              title={`${group.text}: ${formatFigure(figure, unit)}`}
            >
              <rect
                className="picture-target"
                x={`${toPlace(Math.max(0, toX(index) - (step || 100) / 2))}%`}
                y={PLOT.top}
                width={`${toPlace(step || 100)}%`}
                height={PLOT.height}
              />
              <circle className="point" cx={`${toX(index)}%`} cy={toY(figure)} r="4" />
            </PictureLink>
          )}
          {labelled.includes(index) && (
            <text
              x={`${toX(index)}%`}
              y={PLOT.top + PLOT.height + 22}
              textAnchor={getAnchor(index, points.length)}
              className="picture-tick"
            >
              {group.short ?? group.text}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** Returns the periods in the order of time. Rows without a date have no place on the line. */
function listPoints({ rows, rowTotals }: SummaryTable) {
  return rows.flatMap((group, index) => {
    const [figure, count] = rowTotals[index] ?? [null, 0];
    return group.kind === 'period' ? [{ group, figure, rows: count }] : [];
  });
}

/** Returns the indexes of the figures of each uninterrupted part of the line. */
function splitLines(figures: readonly (number | null)[]): number[][] {
  const runs: number[][] = [[]];
  figures.forEach((figure, index) => {
    if (figure === null) runs.push([]);
    else runs.at(-1)?.push(index);
  });
  return runs.filter(({ length }) => length > 0);
}

function chooseLabelled(count: number): number[] {
  if (count <= LABELS) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: LABELS }, (_, n) => Math.round((n * (count - 1)) / (LABELS - 1)));
}

function getAnchor(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count === 1 || (index > 0 && index < count - 1)) return 'middle';
  return index === 0 ? 'start' : 'end';
}
