import { noteParent, noteRows } from '../core/access/note-access.server';
import type { Column } from '../core/entities/column';
import { describeList, type Entity } from '../core/entities/entity';
import { audit, recordFailedCall } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { buildListTrail } from '../core/list/list-trail.server';
import type { ListView } from '../core/list/list-view';
import { getDocumentEntity } from '../core/messenger/document-entities.server';
import type { Party } from '../core/messenger/find-parties.server';
import { EMPTY_TRANSCRIPT, readTranscript } from '../core/messenger/read-transcript.server';
import type { SignedIn } from '../core/session/guard.server';
import { buildJump, buildPages, describeUntimed } from './build-pages.server';
import { buildSearch } from './build-search.server';
import { groupMessages } from './group-messages.server';
import { openTranscript } from './open-transcript.server';
import { buildTranscriptAddress, getPage } from './transcript-address';
import type { TranscriptView } from './transcript-view';

const MISSING_SEARCH =
  'The search of this address has expired or belongs to another user. Search again.';

/**
 * Loads a page of a transcript for a signed-in user: the messages of a list in order of time, by default the newest
 * ones. The messages of the second party are on the right. Adds an audit entry.
 */
export async function loadTranscript(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  parties: Promise<Party[]> = Promise.resolve([]),
): Promise<TranscriptView> {
  const { user } = signedIn;
  const opened = await openTranscript(signedIn, entity, request);
  const { path, state, q } = opened;
  const name = `Transcript: ${entity.title}`;
  const entry = {
    username: user.username,
    title: name,
    action: 'View',
    description: `Viewed Transcript: ${describeList(entity)}`,
  } as const;
  audit(entry);
  const search = q ? { text: q, match: state.match, end: state.end } : undefined;
  const result = await readTranscript(entity, { size: state.size, page: state.page, search });
  if (!result.ok) recordFailedCall(entry, result.error);
  const page = result.ok ? result.value : EMPTY_TRANSCRIPT;
  noteParent(user, entity);
  noteRows(user, 'Chat', entity, [...page.untimed, ...page.rows], getSentFields(entity));
  const days = groupMessages(page, {
    buildPageHref: (index) =>
      buildTranscriptAddress(path, { size: state.size }, { page: getPage(index, state.size) }),
    right: (await parties)[1]?.id,
    q,
    match: page.search?.shown?.id,
  });
  const { plural } = getDocumentEntity(entity.name);
  return {
    title: page.pages === 1 ? name : `${name}, page ${page.page} of ${page.pages}`,
    heading: plural.charAt(0).toUpperCase() + plural.slice(1),
    trail: buildListTrail(entity),
    path,
    tableHref: buildTableHref(entity, page.start),
    pages: buildPages(path, state, page),
    jump: buildJump(state, days),
    search: buildSearch(opened, page),
    days,
    notes: [opened.isSearchMissing && MISSING_SEARCH, describeUntimed(page, plural)].filter(
      (note) => typeof note === 'string',
    ),
    error: result.ok ? undefined : describeLoadError(result.error, entity.title),
  };
}

/** Returns the columns whose values a transcript contains: its authors, texts and files. */
function getSentFields({ list }: Entity): Column[] {
  const sent = ['firstName', 'number', 'text', 'uri'];
  return list.columns.filter(({ field }) => sent.includes(field));
}

/**
 * Returns the address of the transcript page that contains the first message of a table's page. If that is the table's
 * first page, or if the table is filtered or sorted, returns the address of the newest messages.
 */
export function buildTranscriptHref({ path, search, pager }: ListView): string {
  const params = new URLSearchParams(search);
  const isPlain = [...params.keys()].every((name) => ['page', 'size', 'cols'].includes(name));
  const transcript = `${path}/transcript`;
  if (!isPlain || pager.page === 1) return `${transcript}#end`;
  return `${transcript}?page=${getPage(pager.from - 1)}`;
}

/** Returns the address of the table's page that contains the message with this index. */
function buildTableHref({ list }: Entity, index: number): string {
  const page = getPage(index, list.pageSize);
  return page === 1 ? list.path : `${list.path}?page=${page}`;
}
