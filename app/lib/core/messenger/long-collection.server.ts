import type { DocumentStore, StoredDocument } from './document-store';

/** The maximum number of documents that are read for one page in addition to those of the page. */
const EDGE = 500;
/** The number of points in time that are tried concurrently when searching for a page in the middle. */
const PROBES = 7;

/**
 * Returns the documents with the indexes from `start` to `start + size`, exclusive, in order of time. `total`
 * is the number of documents with a time in the collection. Near either end, one read returns them. Elsewhere,
 * a few counts find a time near the page, from which the documents are read. Reads at most EDGE + size
 * documents, unless more than EDGE documents have the same time in milliseconds.
 */
export async function readRange(
  store: DocumentStore,
  collection: string,
  { start, size, total }: { start: number; size: number; total: number },
): Promise<StoredDocument[]> {
  if (start >= total || size <= 0) return [];
  if (start <= EDGE) {
    const documents = await store.list(collection, { order: 'ascending', limit: start + size });
    return documents.slice(start);
  }
  const rest = total - start;
  if (rest <= EDGE + size) {
    const documents = await store.list(collection, { order: 'descending', limit: rest });
    return documents.reverse().slice(0, size);
  }
  const near = await findMoment(store, collection, start);
  if (!near) return [];
  const skip = start - near.index;
  const documents = await store.list(collection, {
    order: 'ascending',
    from: near.moment,
    limit: skip + size,
  });
  return documents.slice(skip);
}

/**
 * Finds a time that is at most EDGE documents before the document with index `start`. Returns the time, and the index
 * of the first document at or after it.
 */
async function findMoment(store: DocumentStore, collection: string, start: number) {
  const [low, high] = await Promise.all([
    findMomentAt(store, collection, 'ascending'),
    findMomentAt(store, collection, 'descending'),
  ]);
  if (low === undefined || high === undefined) return undefined;
  let near = { moment: new Date(low), index: 0 };
  let end = high + 1;
  while (start - near.index > EDGE && end - near.moment.getTime() > 1) {
    const from = near.moment.getTime();
    const step = Math.max(1, Math.floor((end - from) / (PROBES + 1)));
    const probes = await Promise.all(
      Array.from({ length: PROBES }, async (_, index) => {
        const moment = new Date(Math.min(from + step * (index + 1), end));
        return { moment, index: await store.count(collection, { ordered: true, before: moment }) };
      }),
    );
    const after = probes.find(({ index }) => index > start);
    near = probes.filter(({ index }) => index <= start).at(-1) ?? near;
    end = after ? after.moment.getTime() : end;
  }
  return near;
}

async function findMomentAt(
  store: DocumentStore,
  collection: string,
  order: 'ascending' | 'descending',
): Promise<number | undefined> {
  const [document] = await store.list(collection, { order, limit: 1 });
  const moment = document?.fields.createdAt;
  return moment instanceof Date ? moment.getTime() : undefined;
}
