import { findNationalNumber } from '../list/phone-text';
import { toComparableText } from '../list/text-key';
import type { Person } from './person';

/** The minimum number of characters of a word that is searched for alone, without the other words of a name. */
const MIN_ALONE = 4;
/** The maximum number of neighbouring groups of digits that may be one phone number, and of its digits. */
const MAX_GROUPS = 6;
const MAX_DIGITS = 15;
const MIN_DIGITS = 6;

const WORD = /[\p{L}\p{N}]+/gu;
/** Groups of digits that no letter and at most three other characters separate. */
const DIGIT_GROUPS = /\+?\d+(?:[^\p{L}\d]{1,3}\d+)*/gu;

/**
 * Returns the words of a text and the pairs of neighbouring words, in lower case and without accents. Adds each number
 * that may be that of a phone, without the code of its country and in one piece. Adds neighbouring words in one piece if
 * one of them is short or has digits, such as those of O'Brien and of a study number.
 */
export function listWords(text: string): string[] {
  const plain = toComparableText(text);
  const words = splitWords(plain);
  return [...words, ...listPairs(words), ...joinWords(words), ...listNumbers(plain)];
}

/**
 * Returns groups of words and pairs. A text may name the person if `listWords` returns every member of one group. One
 * word of a name is enough if it is not short, because a text may have the surname alone.
 */
export function listWordGroups({ studyNumber, phones, names }: Person): string[][] {
  const values = [studyNumber, ...phones, ...names].map((value) => {
    const words = splitWords(toComparableText(value));
    return words.length > 1 ? listPairs(words) : words;
  });
  const fullNames = names.filter((name) => !name.includes('@')).map(toComparableText);
  const nameWords = fullNames.map(splitWords);
  const alone = nameWords.flatMap((words) => [...words, ...joinWords(words)]).filter(isLong);
  // The words of a short name may stand in another order, or apart.
  const short = nameWords.filter((words) => !words.some(isLong));
  const numbers = phones.flatMap((phone) => findNationalNumber(phone) ?? []);
  const joined = splitWords(toComparableText(studyNumber)).join('');
  const groups = [...values, ...short, ...[...alone, ...numbers, joined].map((word) => [word])];
  return groups.map((words) => words.filter(Boolean)).filter((words) => words.length > 0);
}

function isLong(word: string): boolean {
  return word.length >= MIN_ALONE;
}

function splitWords(plain: string): string[] {
  return plain.match(WORD) ?? [];
}

function listPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

/** Returns two or three neighbouring words in one piece, where one of them is short or has digits. */
function joinWords(words: readonly string[]): string[] {
  const isPart = (word: string) => !isLong(word) || /\d/.test(word);
  return words.flatMap((_, at) =>
    [2, 3]
      .map((count) => words.slice(at, at + count))
      .filter((few, index) => few.length === index + 2 && few.some(isPart))
      .map((few) => few.join('')),
  );
}

/** Returns each number that up to MAX_GROUPS neighbouring groups of digits may be, without the code of its country. */
function listNumbers(plain: string): string[] {
  return (plain.match(DIGIT_GROUPS) ?? []).flatMap((text) => {
    const groups = text.match(/\+?\d+/g) ?? [];
    return groups.flatMap((_, at) => {
      const numbers: string[] = [];
      for (let end = at + 1; end <= Math.min(groups.length, at + MAX_GROUPS); end += 1) {
        const digits = groups.slice(at, end).join('');
        if (digits.length > MAX_DIGITS + 1) break;
        const number = digits.length < MIN_DIGITS ? undefined : findNationalNumber(digits);
        if (number !== undefined) numbers.push(number);
      }
      return numbers;
    });
  });
}
