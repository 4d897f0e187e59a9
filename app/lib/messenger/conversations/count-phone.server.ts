import type { LimitFunction } from 'p-limit';
import { type DocumentStore, replaceMissing, type StoredDocument } from '../document-store';
import { buildConversationRow } from '../documents';
import type { getMessengerPaths } from '../paths';

export interface PhoneCounts {
  conversations: number;
  sent: number;
  received: number;
}

/** The parameters of a count. `limit` restricts the number of concurrent queries for all phones together. */
export interface Counting {
  store: DocumentStore;
  paths: ReturnType<typeof getMessengerPaths>;
  limit: LimitFunction;
  signal: AbortSignal;
}

/**
 * The maximum number of conversations of a phone. `countPhone` throws if there are more. Real phones have far fewer.
 */
const MAX_CONVERSATIONS = 5_000;

/**
 * Counts the conversations of a phone, the messages that it sent and the messages that it received. The store
 * counts the messages without reading them. Throws when a query fails or the signal is aborted; the phone's
 * remaining queries are then skipped, so that they do not delay other phones.
 */
export async function countPhone(
  { store, paths, limit, signal }: Counting,
  phone: string,
): Promise<PhoneCounts> {
  const failed = new AbortController();
  const query = <T>(ifMissing: T, work: () => Promise<T>) =>
    limit(async () => {
      signal.throwIfAborted();
      failed.signal.throwIfAborted();
      try {
        return await replaceMissing(ifMissing, work);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    });
  const documents = await query<StoredDocument[]>([], async () =>
    store.list(paths.conversations(phone), { limit: MAX_CONVERSATIONS + 1 }),
  );
  if (documents.length > MAX_CONVERSATIONS)
    throw new Error(`more than ${MAX_CONVERSATIONS} conversations`);
  const ids = new Set(documents.map((document) => buildConversationRow(document).conversation));
  ids.delete('');
  const counts = await Promise.all(
    [...ids].map(async (id) => {
      const [all, sent] = await Promise.all([
        query(0, async () => store.count(paths.messages(id))),
        query(0, async () => store.count(paths.messages(id), { field: 'sender', equals: phone })),
      ]);
      return { sent, received: all - sent };
    }),
  );
  return {
    conversations: documents.length,
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    received: counts.reduce((sum, { received }) => sum + received, 0),
  };
}
