import { fold } from 'shared/list/values';
import type { DocumentStore, StoredDocument } from './document-store';
import { readRange } from './long-collection.server';
import { findMessageFile } from './message-file';
import { canFindUntimed, NEWEST, readUntimed } from './untimed.server';

/** A message that contains the searched text. */
export interface Match {
  id: string;
  /** The index among the messages with a time, oldest first. It is -1 for a message without a time. */
  index: number;
}

export interface SearchResult {
  /** The matches in the order in which the transcript shows them. */
  matches: Match[];
  /** The index of the first message that was searched. */
  start: number;
  /** The index of the first message after the searched ones. */
  end: number;
}

interface Collection {
  path: string;
  /** The number of all documents. */
  count: number;
  /** The number of documents with a time. */
  timed: number;
}

/**
 * Finds the messages whose text or file name contains `text`, ignoring case. Reads at most NEWEST messages: those
 * before the index `end`, or the newest ones. A search that reaches the oldest message also reads messages without a
 * time.
 */
export async function searchTranscript(
  store: DocumentStore,
  { path, count, timed }: Collection,
  { text, end = timed }: { text: string; end?: number },
): Promise<SearchResult> {
  const last = Math.min(end, timed);
  const start = Math.max(0, last - NEWEST);
  const documents = await readRange(store, path, { start, size: last - start, total: timed });
  const wanted = fold(text);
  const matches = documents.flatMap((document, offset) =>
    contains(document, wanted) ? [{ id: document.id, index: start + offset }] : [],
  );
  if (start > 0 || timed === count || !canFindUntimed(store, count))
    return { matches, start, end: last };
  const untimed = await readUntimed(store, path, NEWEST);
  const others = untimed
    .filter((document) => contains(document, wanted))
    .map(({ id }) => ({ id, index: -1 }));
  return { matches: [...others, ...matches], start, end: last };
}

function contains({ fields }: StoredDocument, wanted: string): boolean {
  if (fold(readText(fields.text)).includes(wanted)) return true;
  const file = findMessageFile(readText(fields.type), readText(fields.uri));
  return file !== undefined && fold(file.label).includes(wanted);
}

/**
 * Returns a field as the transcript shows it. For thousands of documents, this is faster than the schema of their rows.
 */
function readText(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
}
