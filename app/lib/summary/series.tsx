import type { SummaryGroup } from '~/lib/core/list/summary-view';

/** The number of colours. Further series have the same colours with a pattern. */
const COLOURS = 6;

/** Returns the letter that stands for a series in the picture and in its legend. */
export function getLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

interface SeriesMarkProps {
  group: SummaryGroup;
  index: number;
  x: string;
  y: number;
  width: string;
  height: number;
}

/** Renders a rectangle in the colour and pattern of a series. */
export function SeriesMark({ group, index, ...box }: SeriesMarkProps) {
  const isRest = group.kind === 'none' || group.kind === 'other';
  const name = isRest ? group.kind : String(index % COLOURS);
  return (
    <>
      <rect className={`series series-${name}`} {...box} />
      {!isRest && index >= COLOURS && <rect fill="url(#hatch)" {...box} />}
    </>
  );
}

/** Defines the pattern of the further series. */
export function SeriesPattern() {
  return (
    <defs>
      <pattern
        id="hatch"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
      </pattern>
    </defs>
  );
}
