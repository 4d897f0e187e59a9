import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import { withinLimit } from '../server/time-limit';
import {
  DocumentError,
  type DocumentStore,
  type Fields,
  ORDER_FIELD,
  type StoredDocument,
  type Where,
} from './document-store';

/** Firestore's own first moment: a range on ORDER_FIELD leaves out what is no moment. */
const EARLIEST = new Date('0001-01-01T00:00:00Z');

/**
 * Returns the store of documents in Cloud Firestore. No call takes longer than `limitMs` milliseconds: the client
 * library retries for minutes, which is too long for a page.
 */
export function openFirestore(db: Firestore, limitMs: number): DocumentStore {
  const within = <T>(work: () => Promise<T>) => withinLimit(limitMs, work);
  return {
    list: (collection, { limit, order, from = EARLIEST }) =>
      within(async () => {
        const all: Query = db.collection(collection);
        const ordered = order
          ? all
              .where(ORDER_FIELD, '>=', from)
              .orderBy(ORDER_FIELD, order === 'ascending' ? 'asc' : 'desc')
          : all;
        const { docs } = await ordered.limit(limit).get();
        return docs.map(parseDocument);
      }),

    get: (path) =>
      within(async () => {
        const snapshot = await db.doc(path).get();
        return snapshot.exists ? parseDocument(snapshot) : undefined;
      }),

    // A transaction, because the precondition `lastUpdateTime` distinguishes a changed document from a
    // deleted one by the error's text only.
    update: (path, fields, version) =>
      within(() =>
        db.runTransaction(async (transaction) => {
          const reference = db.doc(path);
          const snapshot = await transaction.get(reference);
          if (!snapshot.exists) throw new DocumentError('missing');
          if (getVersion(snapshot) !== version) throw new DocumentError('changed');
          transaction.update(reference, { ...fields });
        }),
      ),

    count: (collection, where) =>
      within(async () => {
        const snapshot = await buildFilteredQuery(db.collection(collection), where).count().get();
        return snapshot.data().count;
      }),
  };
}

function buildFilteredQuery(query: Query, where: Where | undefined): Query {
  if (!where) return query;
  if ('field' in where) return query.where(where.field, '==', where.equals);
  const ordered = query.where(ORDER_FIELD, '>=', EARLIEST);
  return where.before ? ordered.where(ORDER_FIELD, '<', where.before) : ordered;
}

function parseDocument(snapshot: DocumentSnapshot): StoredDocument {
  return {
    id: snapshot.id,
    fields: toPlain(snapshot.data() ?? {}) as Fields,
    version: getVersion(snapshot),
  };
}

function getVersion({ updateTime }: DocumentSnapshot): string {
  return updateTime ? `${updateTime.seconds}.${updateTime.nanoseconds}` : '';
}

/** Firestore's own classes as plain values: a moment as a Date, a reference as its path. */
function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if ('toDate' in value && typeof value.toDate === 'function') return value.toDate();
  if ('firestore' in value && 'path' in value) return value.path;
  if (value instanceof Uint8Array) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlain(part)]));
}
