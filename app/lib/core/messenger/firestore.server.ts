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

/**
 * The earliest time that Firestore supports. A range on ORDER_FIELD from this time excludes documents whose ORDER_FIELD
 * is not a time.
 */
const EARLIEST = new Date('0001-01-01T00:00:00Z');

/**
 * Returns the document store in Cloud Firestore. Each call is limited to `limitMs` milliseconds, because the
 * client library retries for minutes, which is too long for a page.
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

    listIds: (collection, limit) =>
      within(async () => {
        const { docs } = await db.collection(collection).select().limit(limit).get();
        return docs.map(({ id }) => id);
      }),

    get: (path) => within(async () => parseFound(await db.doc(path).get())),

    getMany: (paths) =>
      within(async () => {
        // Without a document, `getAll` throws.
        if (paths.length === 0) return [];
        return (await db.getAll(...paths.map((path) => db.doc(path)))).map(parseFound);
      }),

    // Uses a transaction because, with the precondition `lastUpdateTime`, only the text of the error shows whether the
    // document was changed or deleted.
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

    find: (collection, field, equals, limit) =>
      within(async () => {
        const matching = db.collection(collection).where(field, '==', equals);
        return (await matching.limit(limit).get()).docs.map(parseDocument);
      }),

    remove: (path) =>
      within(async () => {
        await db.doc(path).delete();
      }),
  };
}

function buildFilteredQuery(query: Query, where: Where | undefined): Query {
  if (!where) return query;
  if ('field' in where) return query.where(where.field, '==', where.equals);
  const ordered = query.where(ORDER_FIELD, '>=', EARLIEST);
  return where.before ? ordered.where(ORDER_FIELD, '<', where.before) : ordered;
}

function parseFound(snapshot: DocumentSnapshot): StoredDocument | undefined {
  return snapshot.exists ? parseDocument(snapshot) : undefined;
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

/** Converts Firestore's classes to plain values: a timestamp to a Date, a reference to its path. Drops bytes. */
function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if ('toDate' in value && typeof value.toDate === 'function') return value.toDate();
  if ('firestore' in value && 'path' in value) return value.path;
  if (value instanceof Uint8Array) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlain(part)]));
}
