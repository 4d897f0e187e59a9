import { formatDate } from 'shared/list/format-date';
import { MAX_UNTIMED, type TranscriptPage } from '../core/messenger/read-transcript.server';
import {
  buildTranscriptAddress,
  getPage,
  isCalendarDay,
  PAGE_SIZES,
  type TranscriptAddress,
} from './transcript-address';
import type { TranscriptDay, TranscriptPages, TranscriptView } from './transcript-view';

/** Builds the links to other pages of a transcript. */
export function buildPages(
  path: string,
  state: TranscriptAddress,
  { page, pages, start, rows, timed, count }: TranscriptPage,
): TranscriptPages {
  // With a search, an address without a page shows a match.
  const buildHref = (number: number) =>
    buildTranscriptAddress(path, state, {
      page: number === pages && !state.view ? undefined : number,
    });
  const isFirst = page === 1;
  const isLast = page === pages;
  return {
    range: rows.length > 0 ? formatRange(start, start + rows.length, timed) : '',
    total: count,
    oldest: isFirst ? undefined : buildHref(1),
    // Users who go back in time continue at the end of the page with the earlier messages.
    earlier: isFirst ? undefined : `${buildHref(page - 1)}#end`,
    later: isLast ? undefined : buildHref(page + 1),
    newest: isLast ? undefined : `${buildHref(pages)}#end`,
    sizes: PAGE_SIZES.map((size) => ({
      size,
      href:
        size === state.size
          ? undefined
          : buildTranscriptAddress(
              path,
              { ...state, size },
              { page: !isLast || state.view ? getPage(start, size) : undefined },
            ),
    })),
  };
}

/** Returns a range of messages such as '51–100 of 120'. `start` is an index, and `end` is exclusive. */
export function formatRange(start: number, end: number, total: number): string {
  return `${formatFigure(start + 1)}–${formatFigure(end)} of ${formatFigure(total)}`;
}

function formatFigure(number: number): string {
  return number.toLocaleString('en');
}

/** Builds the form that jumps to a date, with an error if the date is not one, or a note if it has no messages. */
export function buildJump(
  { day = '', view, size }: TranscriptAddress,
  days: readonly TranscriptDay[],
): TranscriptView['jump'] {
  const hidden = [
    ...(view ? [{ name: 'view', value: view }] : []),
    ...(size === PAGE_SIZES[0] ? [] : [{ name: 'size', value: String(size) }]),
  ];
  if (day === '') return { day, hidden };
  if (!isCalendarDay(day)) return { day: '', hidden, error: 'Enter a date in the form 2026-03-04' };
  if (days.length === 0 || days.some(({ anchor }) => anchor === `day-${day}`))
    return { day, hidden };
  const next = days.find(({ anchor }) => anchor > `day-${day}`);
  const closest = next ? `The next ones are from ${next.title}.` : 'All messages are older.';
  return { day, hidden, note: `No messages on ${formatDate(day, 'date', 'UTC')}. ${closest}` };
}

/** Describes the messages without a time, which have no position among the others. */
export function describeUntimed(
  { count, timed, canFindUntimed }: TranscriptPage,
  plural: string,
): string | undefined {
  const untimed = count - timed;
  if (untimed <= 0) return undefined;
  const which = `${formatFigure(untimed)} of ${formatFigure(count)} ${plural}`;
  if (!canFindUntimed)
    return `Not in this transcript, because they have no time and there are too many ${plural} to search for them: ${which}.`;
  const first = untimed > MAX_UNTIMED ? `. The first ${MAX_UNTIMED} of them are shown` : '';
  return `Without a time, and therefore before the oldest: ${which}${first}.`;
}
