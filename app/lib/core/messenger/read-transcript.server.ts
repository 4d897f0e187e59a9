import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { attempt } from './attempt.server';
import { getDocumentEntity } from './document-entities.server';
import { type DocumentStore, replaceMissing } from './document-store';
import { readRange } from './long-collection.server';
import { type Match, type SearchResult, searchTranscript } from './search-transcript.server';
import { canFindUntimed, readUntimed } from './untimed.server';

/** The maximum number of messages without a time that a page contains. */
export const MAX_UNTIMED = 500;

/** The part of a conversation that a page of its transcript shows. */
interface TranscriptQuery {
  /** The number of messages on a page. */
  size: number;
  /** The number of the page, counted from the oldest message. If undefined, the page of the match or the newest. */
  page?: number;
  search?: {
    text: string;
    /** The number of the match to show, counted from the first one. If undefined, the last. */
    match?: number;
    /** The index of the message before which the search ends. If undefined, the search ends with the newest. */
    end?: number;
  };
}

export interface TranscriptPage {
  /** The messages of the page that have a time, oldest first. */
  rows: Row[];
  /** Messages without a time, which the page of the oldest messages contains. */
  untimed: Row[];
  page: number;
  pages: number;
  /** The index of the first message of `rows` among the messages with a time. */
  start: number;
  /** The number of messages that have a time. */
  timed: number;
  /** The number of all messages. */
  count: number;
  /** False if the messages without a time cannot be found. */
  canFindUntimed: boolean;
  search?: SearchResult & { /** The match that the page shows. */ shown?: Match };
}

/** The page of a conversation without messages. */
export const EMPTY_TRANSCRIPT: TranscriptPage = {
  rows: [],
  untimed: [],
  page: 1,
  pages: 1,
  start: 0,
  timed: 0,
  count: 0,
  canFindUntimed: true,
};

/**
 * Returns a page of the messages of a conversation or discussion. Pages are counted from the oldest message, so that a
 * message stays on its page. The newest page also has the messages that do not fill a page of their own.
 */
export function readTranscript(
  entity: Entity,
  query: TranscriptQuery,
): Promise<ApiResult<TranscriptPage>> {
  const { name, parentId = '' } = entity;
  const { plural, collection, row } = getDocumentEntity(name);
  return attempt(plural, (store) =>
    replaceMissing(EMPTY_TRANSCRIPT, async () => {
      const path = collection(parentId);
      const [count, timed] = await countMessages(store, path);
      const search = query.search && (await findMatches(store, { path, count, timed }, query));
      const pages = Math.max(1, Math.floor(timed / query.size));
      const page = Math.min(query.page ?? findPage(search?.shown, query.size) ?? pages, pages);
      const start = (page - 1) * query.size;
      const size = page === pages ? timed - start : query.size;
      const hasFound = canFindUntimed(store, count);
      const [documents, untimed] = await Promise.all([
        readRange(store, path, { start, size, total: timed }),
        page === 1 && hasFound && timed < count ? readUntimed(store, path, MAX_UNTIMED) : [],
      ]);
      return {
        rows: documents.map((document) => row(document, parentId)),
        untimed: untimed.map((document) => row(document, parentId)),
        page,
        pages,
        start,
        timed,
        count,
        canFindUntimed: hasFound,
        search,
      };
    }),
  );
}

/**
 * Returns the first message at or after a time, and its index. If there is no such message, the index is the number of
 * messages with a time.
 */
export function findMessageIndex(entity: Entity, time: Date): Promise<ApiResult<Found>> {
  const { name, parentId = '' } = entity;
  const { plural, collection, row } = getDocumentEntity(name);
  return attempt(plural, (store) =>
    replaceMissing<Found>({ index: 0 }, async () => {
      const path = collection(parentId);
      const [index, [first]] = await Promise.all([
        store.count(path, { ordered: true, before: time }),
        store.list(path, { order: 'ascending', from: time, limit: 1 }),
      ]);
      return { index, row: first && row(first, parentId) };
    }),
  );
}

interface Found {
  index: number;
  /** The message. Undefined if there is none at or after the time. */
  row?: Row;
}

function countMessages(store: DocumentStore, path: string): Promise<[number, number]> {
  return Promise.all([store.count(path), store.count(path, { ordered: true })]);
}

async function findMatches(
  store: DocumentStore,
  collection: { path: string; count: number; timed: number },
  { page, search = { text: '' } }: TranscriptQuery,
): Promise<TranscriptPage['search']> {
  const result = await searchTranscript(store, collection, search);
  const { matches } = result;
  if (page !== undefined) return result;
  return { ...result, shown: matches[(search.match ?? matches.length) - 1] ?? matches.at(-1) };
}

/** Returns the page of a match. Messages without a time are on the page of the oldest messages. */
function findPage(match: Match | undefined, size: number): number | undefined {
  return match && Math.floor(Math.max(0, match.index) / size) + 1;
}
