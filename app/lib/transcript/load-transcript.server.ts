import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { noteRows } from '../access/note-access.server';
import { type Column, defaultColumns, describeList, type Entity } from '../entities/entity';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { buildPager } from '../list/build-pager';
import { type ListState, listHref, readListState } from '../list/list-state';
import type { ListView } from '../list/list-view';
import { fetchPage } from '../list/load-list.server';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { buildBubble } from './bubble.server';
import type { TranscriptDay, TranscriptView } from './transcript-view';

const PAGE_SIZE = 50;
const NO_DAY = 'Without a date';

/**
 * Loads a page of a transcript for a signed-in user: the messages of a list in order of time. Adds an audit
 * entry.
 */
export async function loadTranscript(
  { user }: SignedIn,
  entity: Entity,
  request: Request,
): Promise<TranscriptView> {
  const heading = `Transcript: ${entity.title}`;
  const entry = {
    username: user.username,
    title: heading,
    action: 'View',
    description: `Viewed Transcript: ${describeList(entity)}`,
  } as const;
  audit(entry);
  const asked = readState(entity, request);
  const result = await fetchPage(entity, asked);
  if (!result.ok) recordFailedCall(entry, result.error);
  const { state, page } = result.ok
    ? result.value
    : { state: asked, page: { rows: [], total: 0, note: undefined } };
  noteRows(user, 'Chat', entity, page.rows, getSentFields(entity));
  const pager = buildPager(state, page.total);
  const where = listHref(state, { page: state.query.page });
  return {
    title: pager.pages === 1 ? heading : `${heading}, page ${pager.page} of ${pager.pages}`,
    heading: entity.heading ?? entity.title,
    tableHref: buildPageHref(entity.list.path, pager.from, entity.list.pageSize),
    earlierHref: pager.page > 1 ? listHref(state, { page: pager.page - 1 }) : undefined,
    days: groupByDay(page.rows, where),
    pager,
    note: page.note,
    error: result.ok ? undefined : describeLoadError(result.error, entity.title),
  };
}

/** Returns the columns whose values a transcript contains: its authors, texts and files. */
function getSentFields({ list }: Entity): Column[] {
  const sent = ['firstName', 'number', 'text', 'uri'];
  return list.columns.filter(({ field }) => sent.includes(field));
}

/**
 * Returns the address of the transcript page that contains the first message of a table's page. If the table is
 * filtered or sorted, returns the address of the first transcript page.
 */
export function buildTranscriptHref({ path, search, pager }: ListView): string {
  const filtered = [...new URLSearchParams(search).keys()].some(
    (name) => name !== 'page' && name !== 'size' && name !== 'cols',
  );
  return buildPageHref(`${path}/transcript`, filtered ? 1 : pager.from, PAGE_SIZE);
}

function buildPageHref(path: string, row: number, size: number): string {
  const page = Math.floor(Math.max(0, row - 1) / size) + 1;
  return page === 1 ? path : `${path}?page=${page}`;
}

/**
 * Reads the page and its size from the address. Ignores filters and sorting, because a transcript is complete
 * and in order of time.
 */
function readState(entity: Entity, request: Request): ListState {
  const list = {
    ...entity.list,
    path: `${entity.list.path}/transcript`,
    pageSize: PAGE_SIZE,
  };
  const state = readListState(list, new URL(request.url).searchParams);
  return {
    ...state,
    query: {
      ...state.query,
      sort: list.sort,
      q: undefined,
      filters: [],
      cols: defaultColumns(list),
    },
  };
}

function groupByDay(rows: readonly Row[], where: string): TranscriptDay[] {
  const days: TranscriptDay[] = [];
  let last: Row | undefined;
  for (const row of rows) {
    const title = formatDate(row.date, 'date', config.STUDY_TIME_ZONE) || NO_DAY;
    let day = days.at(-1);
    if (day?.title !== title) {
      day = { title, bubbles: [] };
      days.push(day);
      last = undefined;
    }
    day.bubbles.push(buildBubble(row, last, where));
    last = row;
  }
  return days;
}
