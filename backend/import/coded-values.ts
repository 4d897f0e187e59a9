import type { SqlValue } from 'shared/db/types';
import { fold } from 'shared/list/values';

/** The values that a coded field may have. */
export interface CodedValues {
  /** The stored values by the words for them, case folded. */
  byWord: ReadonlyMap<string, SqlValue>;
  /** The stored values as text, which a file may contain instead of the words. */
  stored: ReadonlySet<string>;
  /**
   * The end of the message about a value that the field cannot have, such as "is not one of Active, Disabled".
   */
  unknown: string;
}

/** The maximum number of values that a message lists. */
const MOST_LISTED = 12;

/**
 * Returns the values of a coded field by the words for them. The message about an unknown value lists the first
 * word for each value. `unlisted` is the end of that message when there are too many values to list, or none.
 */
export function getCodedValues(
  words: readonly (readonly [word: string, value: SqlValue])[],
  unlisted = 'is not valid',
): CodedValues {
  const firstWords = new Map<string, string>();
  for (const [word, value] of words)
    if (!firstWords.has(String(value))) firstWords.set(String(value), word);
  const listed = firstWords.size > 0 && firstWords.size <= MOST_LISTED;
  return {
    byWord: new Map(words.map(([word, value]) => [fold(word), value])),
    stored: new Set(firstWords.keys()),
    unknown: listed ? `is not one of ${[...firstWords.values()].join(', ')}` : unlisted,
  };
}
