import type { LimitFunction } from 'p-limit';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { isStaffPhone } from '../../entities/phone';
import { type DocumentStore, replaceMissing, type StoredDocument } from '../document-store';
import { buildConversationRow } from '../documents';
import type { getMessengerPaths } from '../paths';
import { readLastMessage } from './last-messages.server';

interface PhoneCounts {
  conversations: number;
  sent: number;
  received: number;
  /** The number of conversations whose last message is from the phone. Null for the phones of staff, who answer. */
  unanswered: number | null;
  /** The earliest time of these messages as ISO text. Null if there are none, or if they have no time. */
  waiting_since: string | null;
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
 * Counts the conversations of a phone, the messages that it sent and the messages that it received, and those
 * conversations that wait for an answer. The store counts the messages without reading them; the last one is read of
 * conversations in which the phone has written. Throws when a query fails or the signal is aborted; the phone's
 * remaining queries are then skipped, so that they do not delay other phones.
 */
export async function countPhone(
  { store, paths, limit, signal }: Counting,
  row: Row,
): Promise<PhoneCounts> {
  const phone = toText(row.phone_number);
  const isOfStaff = isStaffPhone(row);
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
      const counted = { sent, received: all - sent };
      const last =
        isOfStaff || sent === 0
          ? undefined
          : await query(undefined, async () =>
              readLastMessage(store, { messages: paths.messages(id), phone, ...counted }),
            );
      return { ...counted, waits: last?.isFromPhone ? last.at : undefined };
    }),
  );
  const waits = counts.flatMap(({ waits: since }) => since ?? []);
  return {
    conversations: documents.length,
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    received: counts.reduce((sum, { received }) => sum + received, 0),
    unanswered: isOfStaff ? null : waits.length,
    waiting_since: waits.filter((since) => since !== '').sort()[0] ?? null,
  };
}
