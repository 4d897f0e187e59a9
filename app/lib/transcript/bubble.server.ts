import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { normalizeLink } from '../entities/safe-link';
import { getTint } from '../list/format';
import { config } from '../server/config.server';
import type { Bubble } from './transcript-view';

const NOBODY = 'Unknown author';
const KINDS: Readonly<Record<string, string>> = { image: 'Image', file: 'File' };

/**
 * Builds the view of a message. `above` is the previous message of the same day. `where` is the address of the
 * page that contains the message.
 */
export function buildBubble(row: Row, above: Row | undefined, where: string): Bubble {
  const anchor = `m-${encodeURIComponent(toText(row.docId))}`;
  return {
    anchor,
    permalink: `${where}#${anchor}`,
    author: readAuthor(row),
    tint: getTint(toText(row.color)),
    time: formatTime(row.date),
    text: toText(row.text),
    file: findFile(row),
    deleted: row.statusName === 'Deleted',
    follows: above !== undefined && readId(above) === readId(row),
  };
}

function readAuthor(row: Row): string {
  return toText(row.firstName).trim() || toText(row.number) || NOBODY;
}

function readId(row: Row): string {
  return [row.number, row.authorId, row.firstName].map(toText).join('\n');
}

/** Returns a time as `HH:mm`, or unchanged if it cannot be read. */
function formatTime(date: unknown): string {
  const text = formatDate(date, 'date-time', config.STUDY_TIME_ZONE);
  return /\d{2}:\d{2}$/.exec(text)?.[0] ?? text;
}

function findFile(row: Row): Bubble['file'] {
  const kind = toText(row.type).toLowerCase();
  const uri = toText(row.uri);
  if (!uri && !KINDS[kind]) return undefined;
  const href = normalizeLink(uri);
  return { label: [KINDS[kind] ?? 'File', readName(href) || uri].filter(Boolean).join(': '), href };
}

/** Returns the decoded last segment of an address's path. */
function readName(href: string | undefined): string {
  const last = href ? (new URL(href).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last).split('/').at(-1) ?? '';
  } catch {
    return last;
  }
}
