import { cutText } from 'shared/cut-text';
import { MAX_RECORDS, type Source } from './timeline-sources.server';

/** A date that could not be read, with the title of its event. */
export interface UnreadableDate {
  title: string;
  text: string;
}

const MAX_NAMED = 5;
const MAX_TEXT = 40;

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns the sentences that name the lists and records which a timeline leaves out, one for each reason. */
export function describeGaps(sources: readonly Source[]): string[] {
  const leftOut = (reason: string, matches: (source: Source) => boolean): string[] => {
    const titles = sources.filter(matches).map(({ entity }) => entity.title);
    return titles.length > 0 ? [`The timeline leaves out ${list.format(titles)}: ${reason}`] : [];
  };
  const empty = [
    ...new Set(
      sources.flatMap(({ missing }) => (missing && 'field' in missing ? [missing.field] : [])),
    ),
  ];
  const isMissing = ({ missing }: Source) =>
    missing !== undefined && 'error' in missing && missing.error.kind === 'missing';
  return [
    ...leftOut('this API host does not offer them.', isMissing),
    ...leftOut(
      'they could not be loaded. Reload the page to try again.',
      (source) => source.missing !== undefined && 'error' in source.missing && !isMissing(source),
    ),
    ...empty.flatMap((field) =>
      leftOut(
        `the field ${field} is empty.`,
        ({ missing }) => missing !== undefined && 'field' in missing && missing.field === field,
      ),
    ),
    ...sources
      .filter(({ rows, total }) => total > rows.length)
      .map(
        ({ entity, total }) =>
          `Of ${entity.title}, the timeline has the newest ${MAX_RECORDS} of ${total.toLocaleString('en')} records.`,
      ),
  ];
}

/** Returns a sentence that names the dates which could not be read. */
export function describeUnreadable(dates: readonly UnreadableDate[]): string[] {
  if (dates.length === 0) return [];
  const named = dates
    .slice(0, MAX_NAMED)
    .map(({ title, text }) => `${title} (${cutText(text, MAX_TEXT)})`);
  const others = dates.length - named.length;
  const names = list.format(others > 0 ? [...named, `${others} more`] : named);
  return dates.length === 1
    ? [`1 date is not in the timeline, because it cannot be read: ${names}.`]
    : [`${dates.length} dates are not in the timeline, because they cannot be read: ${names}.`];
}
