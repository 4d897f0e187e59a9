import { makeTextFinder } from 'shared/list/search-words';
import { maskText } from '../masking/mask.server';
import { needsWholeValue } from '../masking/restrict-query.server';
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
 * Finds the messages whose text and file name contain all words of `text`. While numbers are masked, a part of a number
 * is compared with what pages show. Reads at most NEWEST messages: those before the index `end`, or the newest ones. A
 * search that reaches the oldest message also reads messages without a time.
 */
export async function searchTranscript(
  store: DocumentStore,
  { path, count, timed }: Collection,
  { text, end = timed }: { text: string; end?: number },
): Promise<SearchResult> {
  const last = Math.min(end, timed);
  const start = Math.max(0, last - NEWEST);
  const documents = await readRange(store, path, { start, size: last - start, total: timed });
  const find = makeTextFinder(text);
  const toShown = needsWholeValue({ masked: 'text' }, text) ? maskText : (value: string) => value;
  const contains = (document: StoredDocument) => find(...listTexts(document).map(toShown));
  const matches = documents.flatMap((document, offset) =>
    contains(document) ? [{ id: document.id, index: start + offset }] : [],
  );
  if (start > 0 || timed === count || !canFindUntimed(store, count))
    return { matches, start, end: last };
  const untimed = await readUntimed(store, path, NEWEST);
  const others = untimed.filter(contains).map(({ id }) => ({ id, index: -1 }));
  return { matches: [...others, ...matches], start, end: last };
}

/** Returns the texts of a message that are searched: its text and the name of its file. */
function listTexts({ fields }: StoredDocument): string[] {
  const file = findMessageFile(readText(fields.type), readText(fields.uri));
  return [readText(fields.text), ...(file ? [file.label] : [])];
}

/**
 * Returns a field as the transcript shows it. For thousands of documents, this is faster than the schema of their rows.
 */
function readText(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
}
