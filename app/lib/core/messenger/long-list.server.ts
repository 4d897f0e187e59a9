import { getOffset, type ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { queryRows } from '../rows/query-rows.server';
import { attempt } from './attempt.server';
import { type DocumentStore, replaceMissing, type StoredDocument } from './document-store';
import { readRange } from './long-collection.server';
import { canFindUntimed, NEWEST, readTime, readUntimed } from './untimed.server';

/**
 * The number of documents up to which every query reads the complete collection, and the maximum number of documents
 * without a time that are read for a filter, a sort or an export.
 */
const WHOLE = 500;

/** A list of a collection that may contain tens of thousands of documents. */
interface LongList {
  /** The plural name of the documents in log messages and in notes on the page, such as 'messages'. */
  plural: string;
  collection: () => string;
  /** Returns the row of a document. The row's `date` must be the field by which the collection is ordered. */
  row: (document: StoredDocument) => Row;
  entity: Pick<Entity, 'list' | 'key'>;
}

/**
 * Returns the rows of a long list. In order of time, only the documents of the page are read. With a filter,
 * with another sort or for an export, only the newest documents are read, and a note on the page says so
 * (docs/decisions/0010-document-store.md).
 */
export function readLongList(list: LongList, query: ListQuery): Promise<ApiResult<ListPage>> {
  return attempt(list.plural, (store) =>
    replaceMissing<ListPage>({ rows: [], total: 0 }, async () => {
      const collection = list.collection();
      const count = await store.count(collection);
      if (count <= WHOLE) {
        return queryAll(list, await store.list(collection, { limit: WHOLE }), query);
      }
      return isPlain(query)
        ? readPage(store, list, collection, count, query)
        : readNewest(store, list, collection, count, query);
    }),
  );
}

/** Returns true if the query can be read page by page: in order of time and without filters. */
function isPlain(query: ListQuery): query is ListQuery & { size: number } {
  return (
    query.size !== undefined &&
    query.q === undefined &&
    query.filters.length === 0 &&
    query.sort?.field === 'date'
  );
}

async function readPage(
  store: DocumentStore,
  { plural, row }: LongList,
  collection: string,
  count: number,
  query: ListQuery & { size: number },
): Promise<ListPage> {
  const timed = await store.count(collection, { ordered: true });
  const first = getOffset(query);
  const size = Math.min(query.size, Math.max(0, timed - first));
  const start = query.sort?.descending ? timed - first - size : first;
  const documents = await readRange(store, collection, { start, size, total: timed });
  if (query.sort?.descending) documents.reverse();
  const found = canFindUntimed(store, count);
  const after = first + query.size - timed;
  if (found && timed < count && after > 0) {
    const untimed = await readUntimed(store, collection, after);
    documents.push(...untimed.slice(Math.max(0, first - timed), after));
  }
  return {
    rows: documents.map(row),
    total: found ? count : timed,
    note: describeUntimed(plural, count, count - timed, found),
    exportLimit: NEWEST,
  };
}

async function readNewest(
  store: DocumentStore,
  list: LongList,
  collection: string,
  count: number,
  query: ListQuery,
): Promise<ListPage> {
  if (count <= NEWEST) {
    return queryAll(list, await store.list(collection, { limit: NEWEST }), query);
  }
  const timed = await store.count(collection, { ordered: true });
  const found = canFindUntimed(store, count);
  // At most WHOLE, so that most of the NEWEST documents that are read have a time.
  const untimed = found && timed < count ? await readUntimed(store, collection, WHOLE) : [];
  const newest = await store.list(collection, {
    order: 'descending',
    limit: NEWEST - untimed.length,
  });
  const others = untimed.length > 0 ? ', and at those that have no time' : '';
  const note = [
    `Filters, sorting and exports look at the newest ${formatFigure(NEWEST)} of ${formatFigure(count)} ${list.plural}${others}.`,
    describeUntimed(list.plural, count, count - timed, found),
  ];
  return {
    ...queryAll(list, [...newest, ...untimed], query),
    note: note.filter(Boolean).join(' '),
  };
}

function describeUntimed(plural: string, count: number, untimed: number, found: boolean) {
  if (untimed <= 0) return undefined;
  const which = `${formatFigure(untimed)} of ${formatFigure(count)} ${plural}`;
  return found
    ? `Without a time, and therefore last: ${which}.`
    : `Not in this list, because they have no time and the list is too long to search for them: ${which}.`;
}

function formatFigure(number: number): string {
  return number.toLocaleString('en');
}

/**
 * Runs the query in memory. Lists compare dates by the second, so the additional field `place` orders documents of the
 * same second. Documents without a time come last in both directions.
 */
function queryAll(
  { row, entity }: LongList,
  documents: readonly StoredDocument[],
  query: ListQuery,
): ListPage {
  const inOrder = documents
    .map((document) => ({ document, at: readTime(document) }))
    .sort((a, b) => compareTimes(a.at, b.at) || (a.document.id < b.document.id ? -1 : 1));
  const rows = inOrder.map(({ document }, index) => ({
    ...row(document),
    place: String(index).padStart(6, '0'),
  }));
  return queryRows({ list: entity.list, key: 'place' }, rows, query);
}

/** Compares two times. Handles equal values separately, because Infinity minus Infinity is NaN. */
function compareTimes(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
