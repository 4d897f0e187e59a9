import { Link } from '@remix-run/react';
import { useId } from 'react';
import type { WeeksView } from '~/lib/overview/overview-view';

const HEIGHT = 48;

/** Renders the numbers of weeks as bars, and the pace that reaches the target as a line. */
export function WeekBars({ weeks: { counts, needed, note, href } }: { weeks: WeeksView }) {
  const id = useId();
  const highest = Math.max(1, needed ?? 0, ...counts);
  const toHeight = (count: number) => Math.round((HEIGHT * count) / highest);
  const latest = counts.at(-1) ?? 0;
  const pace =
    needed === undefined ? '' : ` Needed to reach the target: ${Math.ceil(needed)} per week.`;
  return (
    <>
      <Link to={href} className="mt-2 block text-accent">
        <svg
          role="img"
          aria-labelledby={`${id}title`}
          aria-describedby={`${id}desc`}
          viewBox={`0 0 ${counts.length * 4} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
        >
          <title
            id={`${id}title`}
          >{`Number per week, last ${counts.length} weeks. This week: ${latest}.${pace}`}</title>
          <desc id={`${id}desc`}>
            {`From the first to this week: ${counts.join(', ')}. The link leads to the table.`}
          </desc>
          <path
            d={counts
              .map(
                (count, week) => `M${week * 4} ${HEIGHT}v${-toHeight(count)}h3v${toHeight(count)}`,
              )
              .join('')}
            fill="currentColor"
          />
          {needed !== undefined && (
            <path
              d={`M0 ${HEIGHT - toHeight(needed)}H${counts.length * 4}`}
              className="stroke-warn"
              strokeDasharray="4 3"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span className="text-sm">Number per week, last {counts.length} weeks</span>
      </Link>
      {note && <p className="text-sm text-muted">{note}</p>}
    </>
  );
}
