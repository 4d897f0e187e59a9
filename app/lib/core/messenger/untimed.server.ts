import { type DocumentStore, ORDER_FIELD, type StoredDocument } from './document-store';

/** The maximum number of documents that are read for a filter, a search, a sort or an export: the newest ones. */
export const NEWEST = 5_000;

/**
 * Returns true if documents without a time can be found: if the store can query for them, or if the collection
 * is small enough to be read completely.
 */
export function canFindUntimed(store: DocumentStore, count: number): boolean {
  return store.listUntimed !== undefined || count <= NEWEST;
}

/** Returns at most `limit` documents without a time, of a collection in which they can be found. */
export async function readUntimed(
  store: DocumentStore,
  collection: string,
  limit: number,
): Promise<StoredDocument[]> {
  if (store.listUntimed) return store.listUntimed(collection, limit);
  const all = await store.list(collection, { limit: NEWEST });
  return all.filter((document) => readTime(document) === Number.POSITIVE_INFINITY);
}

/** Returns a document's time in milliseconds. Returns Infinity for a document without a time. */
export function readTime({ fields }: StoredDocument): number {
  const moment = fields[ORDER_FIELD];
  return moment instanceof Date ? moment.getTime() : Number.POSITIVE_INFINITY;
}
