import { useId } from 'react';
import { formatFigure, type SummaryTable } from '~/lib/core/list/summary-view';
import { Bars, getBarsHeight } from './bars';
import { GroupedBars, getGroupedHeight } from './grouped-bars';
import { Legend } from './legend';
import { LINE_HEIGHT, Line } from './line';
import { getStackedHeight, StackedBars } from './stacked-bars';

const pictures = {
  line: { Content: Line, getHeight: () => LINE_HEIGHT },
  bars: { Content: Bars, getHeight: getBarsHeight },
  stacked: { Content: StackedBars, getHeight: getStackedHeight },
  grouped: { Content: GroupedBars, getHeight: getGroupedHeight },
};

/**
 * Renders the picture of a summary as wide as its place. Places along the width are percentages, so that texts keep
 * their size on every screen.
 */
export function Picture({ table }: { table: SummaryTable }) {
  const id = useId();
  const { Content, getHeight } = pictures[table.picture];
  const rest = table.rows.filter(({ kind }) => kind === 'none' || kind === 'other');
  return (
    <figure className={`picture-frame picture-${table.picture}`}>
      {/* A group and not an image, because the content of images is hidden from assistive technology. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not an element of SVG */}
      <svg
        role="group"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}desc`}
        className="picture"
        width="100%"
        height={getHeight(table)}
      >
        <title id={`${id}title`}>{table.caption}</title>
        <desc id={`${id}desc`}>{describePicture(table)}</desc>
        <Content table={table} />
      </svg>
      {table.columns && <Legend table={table} />}
      {table.picture === 'line' && rest.length > 0 && (
        <figcaption className="mt-2 text-sm text-muted">
          Not in the picture, but in the table: {rest.map(({ text }) => text).join(' and ')}.
        </figcaption>
      )}
    </figure>
  );
}

/** Returns a sentence on what the picture shows, for people who do not see it. */
function describePicture(table: SummaryTable): string {
  const { picture, rows, rowTotals, rowTitle, columnTitle, unit } = table;
  const known = rows.flatMap(({ text, kind }, index) => {
    const [figure] = rowTotals[index] ?? [null];
    const isShown = picture !== 'line' || kind === 'period';
    return figure === null || !isShown ? [] : [{ text, figure }];
  });
  const highest = known.reduce<(typeof known)[number] | undefined>(
    (best, one) => (best && best.figure >= one.figure ? best : one),
    undefined,
  );
  const top = highest
    ? ` Highest: ${highest.text} with ${formatFigure(highest.figure, unit)}.`
    : '';
  const end = ' The table has all figures.';
  switch (picture) {
    case 'line':
      return `A line from ${known[0]?.text ?? 'no date'} to ${known.at(-1)?.text ?? 'no date'}.${top}${end}`;
    case 'bars':
      return `A bar for each ${rowTitle}.${top}${end}`;
    default:
      return `Bars for each ${rowTitle}, divided by ${columnTitle}.${top}${end}`;
  }
}
