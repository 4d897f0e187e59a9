/**
 * The cloud document store as the messenger sees it: documents in collections, at paths such as
 * `a/b/c/{id}`. Two adapters fit it, Firestore and the panel's own SQL store; the same tests run on
 * both (docs/decisions/0010-document-store.md).
 */
export interface DocumentStore {
  /** At most `limit` documents; without an order by id. */
  list(collection: string, options: ListOptions): Promise<StoredDocument[]>;
  /** Documents whose ORDER_FIELD is no moment, by id; a store that cannot ask for them has no such call. */
  listUntimed?(collection: string, limit: number): Promise<StoredDocument[]>;
  get(path: string): Promise<StoredDocument | undefined>;
  /**
   * Changes the named fields and no other. Throws DocumentError `missing`, or `changed` when the
   * document is not in the state `version` any more.
   */
  update(path: string, fields: Fields, version: string): Promise<void>;
  /** Counts without reading the documents. */
  count(collection: string, where?: Where): Promise<number>;
}

/** A document's fields as plain values; a moment is a Date. Nothing else about them is certain. */
export type Fields = Readonly<Record<string, unknown>>;

export interface StoredDocument {
  id: string;
  fields: Fields;
  /** Differs whenever the document has changed. */
  version: string;
}

/** The one field that long collections are ordered by. */
export const ORDER_FIELD = 'createdAt';

export type Order = 'ascending' | 'descending';

export interface ListOptions {
  limit: number;
  /**
   * By ORDER_FIELD, then by id. As in Firestore, documents whose ORDER_FIELD is no moment are left
   * out of an ordered list.
   */
  order?: Order;
  /** Only with an order: the earliest moment, inclusive. */
  from?: Date;
}

export type Where =
  | { field: string; equals: string }
  /** Documents whose ORDER_FIELD is a moment, and lies before another one. */
  | { ordered: true; before?: Date };

/** The reason that a document could not be changed; any other failure of a store is an error of its own. */
export class DocumentError extends Error {
  constructor(readonly kind: 'missing' | 'changed') {
    super(kind === 'missing' ? 'the document does not exist' : 'the document has changed');
    this.name = 'DocumentError';
  }
}

/** A path's collection and the document's id. */
export function splitPath(path: string): { collection: string; id: string } {
  const slash = path.lastIndexOf('/');
  return { collection: path.slice(0, slash), id: path.slice(slash + 1) };
}

/** Returns the result of `work`, or `other` if a path cannot exist. */
export async function orIfMissing<T>(other: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentError && error.kind === 'missing') return other;
    throw error;
  }
}

/** The same store, which is asked nothing more once the signal has aborted. */
export function untilAborted(store: DocumentStore, signal: AbortSignal): DocumentStore {
  const unlessAborted =
    <Call extends unknown[], T>(ask: (...call: Call) => Promise<T>) =>
    async (...call: Call) => {
      signal.throwIfAborted();
      return ask(...call);
    };
  return {
    list: unlessAborted(store.list),
    listUntimed: store.listUntimed && unlessAborted(store.listUntimed),
    get: unlessAborted(store.get),
    update: unlessAborted(store.update),
    count: unlessAborted(store.count),
  };
}
