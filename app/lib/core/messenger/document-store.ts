/**
 * The messenger's document store: documents in collections, at paths such as `a/b/c/{id}`. It is implemented by
 * Firestore and by the panel's own SQL store, and both pass the same tests
 * (docs/decisions/0010-document-store.md).
 */
export interface DocumentStore {
  /** Returns at most `limit` documents. Without `order`, they are sorted by id. */
  list(collection: string, options: DocumentListOptions): Promise<StoredDocument[]>;
  /**
   * Returns at most `limit` documents whose ORDER_FIELD is not a time, sorted by id. Stores
   * that cannot query for them do not have this method.
   */
  listUntimed?(collection: string, limit: number): Promise<StoredDocument[]>;
  /** Returns the ids of at most `limit` documents, without reading their fields. */
  listIds(collection: string, limit: number): Promise<string[]>;
  get(path: string): Promise<StoredDocument | undefined>;
  /** Returns the documents at these paths in one call, in the same order. Callers limit the number of paths. */
  getMany(paths: readonly string[]): Promise<(StoredDocument | undefined)[]>;
  /**
   * Changes the given fields of a document and no others. Throws DocumentError `missing` if the document does
   * not exist, or `changed` if its version is no longer `version`.
   */
  update(path: string, fields: Fields, version: string): Promise<void>;
  /** Counts documents without reading them. */
  count(collection: string, where?: Where): Promise<number>;
  /** Returns at most `limit` documents of which a field is this text. The field may be nested, as in `author.id`. */
  find(collection: string, field: string, equals: string, limit: number): Promise<StoredDocument[]>;
  /** Deletes a document. Does nothing if it does not exist. */
  remove(path: string): Promise<void>;
}

/**
 * The fields of a document as plain values, with times as Date objects. Any field may be missing or have another type
 * than expected.
 */
export type Fields = Readonly<Record<string, unknown>>;

export interface StoredDocument {
  id: string;
  fields: Fields;
  /** A value that is different after every change of the document. */
  version: string;
}

/** The field by which long collections are ordered. */
export const ORDER_FIELD = 'createdAt';

export type Order = 'ascending' | 'descending';

export interface DocumentListOptions {
  limit: number;
  /**
   * Sorts by ORDER_FIELD and then by id. As in Firestore, an ordered list does not include documents whose
   * ORDER_FIELD is not a time.
   */
  order?: Order;
  /** The earliest ORDER_FIELD, inclusive. Used only with `order`. */
  from?: Date;
}

export type Where =
  | { field: string; equals: string }
  /** Matches documents whose ORDER_FIELD is a time. With `before`, matches only earlier times. */
  | { ordered: true; before?: Date };

/**
 * Thrown when a path or document does not exist or a document has changed. Other failures of a store throw
 * other errors.
 */
export class DocumentError extends Error {
  constructor(readonly kind: 'missing' | 'changed') {
    super(kind === 'missing' ? 'the document does not exist' : 'the document has changed');
    this.name = 'DocumentError';
  }
}

/** Splits a path into the collection and the document's id. */
export function splitPath(path: string): { collection: string; id: string } {
  const slash = path.lastIndexOf('/');
  return { collection: path.slice(0, slash), id: path.slice(slash + 1) };
}

/**
 * Returns the result of `work`, or `other` if it throws DocumentError `missing`, such as for an impossible
 * path.
 */
export async function replaceMissing<T>(other: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentError && error.kind === 'missing') return other;
    throw error;
  }
}

/** Returns a store whose methods throw, without calling `store`, after the signal is aborted. */
export function stopOnAbort(store: DocumentStore, signal: AbortSignal): DocumentStore {
  const unlessAborted =
    <Call extends unknown[], T>(ask: (...call: Call) => Promise<T>) =>
    async (...call: Call) => {
      signal.throwIfAborted();
      return ask(...call);
    };
  return {
    list: unlessAborted(store.list),
    listUntimed: store.listUntimed && unlessAborted(store.listUntimed),
    listIds: unlessAborted(store.listIds),
    get: unlessAborted(store.get),
    getMany: unlessAborted(store.getMany),
    update: unlessAborted(store.update),
    count: unlessAborted(store.count),
    find: unlessAborted(store.find),
    remove: unlessAborted(store.remove),
  };
}
