import { LRUCache } from 'lru-cache';
import type { DocumentStore } from '../document-store';
import { buildMessageRow } from '../documents';

/** The maximum number of conversations whose last message is remembered. */
const MAX_REMEMBERED = 50_000;
const WEEK_MS = 7 * 24 * 3_600_000;

interface LastMessage {
  isFromPhone: boolean;
  /** The time of the message as ISO text. Empty if the conversation has no message with a time. */
  at: string;
}

/** The last messages of conversations, without their texts. A new message changes the key. */
const remembered = new LRUCache<string, LastMessage>({ max: MAX_REMEMBERED, ttl: WEEK_MS });

/** A conversation as a phone sees it, with its numbers of messages. */
interface CountedConversation {
  /** The path of the messages. */
  messages: string;
  phone: string;
  sent: number;
  received: number;
}

/**
 * Returns whether the last message of a conversation is from the phone, and its time. Reads one message, unless the
 * numbers of messages are the same as when it was last read in this process.
 */
export async function readLastMessage(
  store: DocumentStore,
  { messages, phone, sent, received }: CountedConversation,
): Promise<LastMessage> {
  const key = JSON.stringify([messages, phone, sent, received]);
  const known = remembered.get(key);
  if (known) return known;
  const [document] = await store.list(messages, { order: 'descending', limit: 1 });
  const row = document && buildMessageRow(document);
  const last = row
    ? { isFromPhone: row.number === phone, at: row.date }
    : { isFromPhone: received === 0, at: '' };
  remembered.set(key, last);
  return last;
}
