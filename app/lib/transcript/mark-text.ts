import { readSearchWords } from 'shared/list/search-words';
import { toComparableText } from 'shared/list/text-key';
import type { MarkedText } from './transcript-view';

/** A character with its accents. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Splits a text before and after each occurrence of a word of `wanted`, without regard to case and accents. Does not
 * find a phone number that the text has in groups, although searches do. Every second part, beginning with the second one, is an occurrence. If there is none, returns the whole
 * text as one part.
 */
export function markText(text: string, wanted: string): MarkedText {
  const words = new Set(readSearchWords(wanted).flat());
  if (words.size === 0) return [text];
  const { plain, starts, ends } = mapPlainText(text);
  const parts: string[] = [];
  let from = 0;
  for (const { index, length } of findWords(plain, [...words])) {
    const start = starts[index] ?? 0;
    if (start < from) continue;
    const end = ends[index + length - 1] ?? text.length;
    const between = text.slice(from, start);
    // Words beside each other are one mark.
    if (parts.length > 0 && between.trim() === '')
      parts.push(parts.pop() + between + text.slice(start, end));
    else parts.push(between, text.slice(start, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** Returns the occurrences of the words from the first to the last, of several at one place the longest first. */
function findWords(text: string, words: readonly string[]) {
  return words
    .flatMap((word) => {
      const found: { index: number; length: number }[] = [];
      for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
        found.push({ index, length: word.length });
      return found;
    })
    .sort((one, other) => one.index - other.index || other.length - one.length);
}

/** Returns the text as searches compare it and, for each sign of it, where its character starts and ends in the text. */
function mapPlainText(text: string) {
  const signs: string[] = [];
  let isAfterSpace = false;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of text.matchAll(CHARACTER)) {
    // Invisible signs have no plain form. A space is one, also beside another.
    const sign: string =
      toComparableText(character) || (/\s/.test(character) && !isAfterSpace ? ' ' : '');
    signs.push(sign);
    if (sign !== '') isAfterSpace = sign.endsWith(' ');
    for (let count = sign.length; count > 0; count -= 1) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  return { plain: signs.join(''), starts, ends };
}
