import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { normalizeDate, toText } from 'shared/list/values';
import { getTint } from '../core/list/format';
import { mask, maskText, phoneNumberField } from '../core/masking/mask.server';
import { identifyAuthor } from '../core/messenger/find-parties.server';
import { findMessageFile } from '../core/messenger/message-file';
import type { TranscriptPage } from '../core/messenger/read-transcript.server';
import { config } from '../core/server/config.server';
import { markText } from './mark-text';
import type { Bubble, TranscriptDay, TranscriptRun } from './transcript-view';

const NOBODY = 'Unknown author';
const NO_DAY = 'Without a date';

/** The field of a row that holds its index among the messages with a time. Messages without a time have none. */
const INDEX = 'index';

interface Grouping {
  /** Returns the address of the page that contains the message with this index. */
  buildPageHref: (index: number) => string;
  /** The result of `identifyAuthor` for the author whose messages are on the right. */
  right?: string;
  /** The text to mark. */
  q: string;
  /** The id of the match that the page shows. */
  match?: string;
}

/** Groups messages by day, in the study's time zone, and by author. */
export function groupMessages(
  { rows, untimed, start }: Pick<TranscriptPage, 'rows' | 'untimed' | 'start'>,
  grouping: Grouping,
): TranscriptDay[] {
  const days: TranscriptDay[] = [];
  if (untimed.length > 0)
    days.push({ title: NO_DAY, anchor: 'no-day', runs: groupByAuthor(untimed, grouping) });
  let rest: readonly Row[] = rows.map((row, offset) => ({
    ...row,
    [INDEX]: start + offset,
  }));
  while (rest.length > 0) {
    const day = readShownDay(rest[0]);
    const end = rest.findIndex((row) => readShownDay(row) !== day);
    const own = end < 0 ? rest : rest.slice(0, end);
    const title = formatDate(own[0]?.date, 'date', config.STUDY_TIME_ZONE);
    days.push({ title, anchor: getDayAnchor(own[0]), runs: groupByAuthor(own, grouping) });
    rest = end < 0 ? [] : rest.slice(end);
  }
  return days;
}

/** Returns the id of the heading of a message's day. */
export function getDayAnchor(row: Row | undefined): string {
  return `day-${readShownDay(row)}`;
}

/** Returns the day of a message in the study's time zone, as `YYYY-MM-DD`. */
function readShownDay(row: Row | undefined): string {
  return normalizeDate(row?.date, config.STUDY_TIME_ZONE)?.slice(0, 10) ?? '';
}

function groupByAuthor(rows: readonly Row[], grouping: Grouping): TranscriptRun[] {
  const runs: TranscriptRun[] = [];
  let last: string | undefined;
  for (const row of rows) {
    const id = identifyAuthor(row);
    if (last !== id || runs.length === 0)
      runs.push({
        author: readAuthor(row),
        tint: getTint(toText(row.color)),
        side: id !== '' && id === grouping.right ? 'right' : 'left',
        bubbles: [],
      });
    runs.at(-1)?.bubbles.push(buildBubble(row, grouping));
    last = id;
  }
  return runs;
}

/** Returns the name of a message's author, or else the number of their phone, as pages may show it. */
export function readAuthor(row: Row): string {
  return (
    maskText(toText(row.firstName).trim()) || mask(phoneNumberField, toText(row.number)) || NOBODY
  );
}

function buildBubble(row: Row, { buildPageHref, q, match }: Grouping): Bubble {
  const id = toText(row.docId);
  const anchor = `m-${encodeURIComponent(id)}`;
  const file = findMessageFile(toText(row.type), toText(row.uri));
  return {
    anchor,
    permalink: `${buildPageHref(Number(row[INDEX] ?? 0))}#${anchor}`,
    time: formatTime(row),
    text: markText(maskText(toText(row.text)), q),
    ...(file && { file: { label: markText(maskText(file.label), q), href: hideLink(file.href) } }),
    ...(row.statusName === 'Deleted' && { deleted: true }),
    ...(id === match && { isMatch: true }),
  };
}

/** Returns an address without a phone number, or undefined for one that contains a number which pages mask. */
function hideLink(href: string | undefined): string | undefined {
  const text = (href ?? '').replaceAll('%2B', '+').replace(/%[\dA-F]{2}/gi, ' ');
  return maskText(text) === text ? href : undefined;
}

/** Returns the time of a message as `HH:mm`. Of a message that is not sorted by time, returns the date too. */
function formatTime(row: Row): string {
  const text = formatDate(row.date, 'date-time', config.STUDY_TIME_ZONE);
  return row[INDEX] === undefined ? text : (/\d{2}:\d{2}$/.exec(text)?.[0] ?? text);
}
