import { findNationalNumber, isOfDigits } from './phone-text';
import { DEFAULT_LOCALE, makeTextKey, toComparableText, toSearchable } from './text-key';

/** The maximum number of words of a text that are searched one by one. */
const MAX_WORDS = 10;

/**
 * Alternatives, each a list of words as `toSearchable` returns them. A text is found if it contains all words of one
 * alternative. A phone number has two: the number as it was typed, and the digits of `findNationalNumber`.
 */
export type SearchWords = readonly (readonly string[])[];

/** Returns the words of a typed text. Returns no list if the text has no visible sign, so that it finds nothing. */
export function readSearchWords(text: string): SearchWords {
  const plain = toComparableText(text);
  if (plain === '') return [];
  // Digits in groups are not searched one by one, because most numbers contain each of them. With MASK_IDENTIFIERS, such
  // a search would find out a number part by part (app/lib/core/masking/restrict-query.server.ts).
  if (isOfDigits(plain)) {
    const number = findNationalNumber(plain);
    return [plain, number].flatMap((one) => (one === undefined ? [] : [[one]]));
  }
  const words = plain.split(' ');
  if (words.length <= MAX_WORDS) return [words];
  return [[...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')]];
}

/** Returns a function that checks whether texts together contain all words of a typed text. */
export function makeTextFinder(typed: string): (...texts: readonly string[]) => boolean {
  const words = readSearchWords(typed);
  return (...texts) =>
    containWords(
      texts.map((text) => makeTextKey(text, DEFAULT_LOCALE)),
      words,
    );
}

/** Returns whether keys of texts contain the words, each word in one of the keys. */
export function containWords(keys: readonly string[], wanted: SearchWords): boolean {
  const texts = wanted.length === 0 ? [] : keys.map(toSearchable);
  return wanted.some((words) => words.every((word) => texts.some((text) => text.includes(word))));
}
