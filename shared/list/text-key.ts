import { fold } from './fold';
import { findCompactNumber } from './phone-text';

/** The language of a study that does not state one. */
export const DEFAULT_LOCALE = 'en';

/** The version of `makeTextKey`. Keys of another version are computed anew. */
export const KEY_VERSION = 1;

/** The maximum number of characters of a key by which lists sort, because entries of indexes have a maximum length. */
export const MAX_SORTED = 255;

/** A text whose key is the text itself, apart from its case: without digits, in ASCII, with single spaces. */
const PLAIN = /^(?:[!-/:-~]+ )*[!-/:-~]*$/;
/** The sign after the value of a number, and those after letters. No text contains them. */
const AFTER_VALUE = '\u0080';
const [FIRST, SECOND, THIRD] = ['\u0081', '\u0082', '\u0083'];
/** The parts of keys that serve only their order. The SQL function `unmarked` removes them too. */
export const ORDER_MARKS = /[0-9]+\u0080|[\u0081\u0082\u0083]/g;
/** Signs that nobody sees: format and control characters, and letters that are blank. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]+/gu;
const LONG_ACCENTS = /(\p{M}{3})\p{M}+/gu;

/** The letters that have no compatibility form, and signs that are written in several ways. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
  ...{ ŧ: 't', ŋ: 'n', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ɛ: 'e', ɔ: 'o', ɲ: 'n', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"' },
};
const NOT_ASCII = /[^ -~]/gu;

/**
 * The letters that have their own place in the alphabet of a language: behind the letter that precedes the mark, or
 * behind z if the mark comes first.
 */
const nordic = { æ: `${FIRST}ae`, ø: `${SECOND}o`, å: `${THIRD}a` };
const swedish = { å: `${FIRST}a`, ä: `${SECOND}a`, ö: `${THIRD}o` };
const alphabets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ da: nordic, nb: nordic, nn: nordic, no: nordic, sv: swedish, fi: swedish },
  es: { ñ: `n${FIRST}` },
  pl: {
    ...{
      ą: `a${FIRST}`,
      ć: `c${FIRST}`,
      ę: `e${FIRST}`,
      ł: `l${FIRST}`,
      ń: `n${FIRST}`,
      ó: `o${FIRST}`,
      ś: `s${FIRST}`,
    },
    ...{ ź: `z${FIRST}`, ż: `z${SECOND}` },
  },
  tr: { ç: `c${FIRST}`, ğ: `g${FIRST}`, ö: `o${FIRST}`, ş: `s${FIRST}`, ü: `u${FIRST}` },
};

/**
 * Returns the key by which lists sort and search a text, which is stored beside it: in its compatibility form, without
 * marks and invisible signs, in lower case, with single spaces. Before each number is its value, which sorts in the
 * order of numbers. Letters that the language of `locale` places elsewhere have a mark. A text that contains a number
 * in parts, such as that of a phone, is followed by this number in one piece. Texts that differ only in case have the
 * same key.
 */
export function makeTextKey(text: string, locale: string): string {
  const lower = fold(text);
  if (PLAIN.test(lower)) return lower.trimEnd();
  const plain = toPlain(placeLetters(toVisible(lower), locale));
  const number = findCompactNumber(plain);
  const full = number === undefined ? plain : `${plain} ${number}`;
  return full.replace(/\d+/g, (digits) => markNumber(digits) + digits);
}

/** Returns the part of a key by which texts are searched, which is the same in every language. */
export function toSearchable(key: string): string {
  return key.replace(ORDER_MARKS, '');
}

/** Returns a text as `makeTextKey` and `toSearchable` do, but without a number in one piece. */
export function toComparableText(text: string): string {
  return toPlain(toVisible(fold(text)));
}

/** Returns the beginning of a key, by which lists sort. */
export function cutKey(key: string): string {
  return key.length <= MAX_SORTED ? key : [...key].slice(0, MAX_SORTED).join('');
}

function toVisible(text: string): string {
  // Databases store half a character (a lone surrogate) as U+FFFD.
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '');
}

function placeLetters(text: string, locale: string): string {
  const own = alphabets[locale.split('-', 1)[0] ?? ''];
  if (!own) return text;
  // Sorting a thousand accents of one letter would take long.
  const composed = text.replace(LONG_ACCENTS, '$1').normalize('NFC');
  return composed.replace(/\p{L}/gu, (letter) => own[letter] ?? letter);
}

function toPlain(text: string): string {
  // Word by word: signs that are compatible with a space and an accent, such as ´, separate no words.
  return text.replace(/\S+/g, toPlainWord).replace(/ +/g, ' ').trim();
}

function toPlainWord(word: string): string {
  return word
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/[\p{M}\s]+/gu, '')
    .toLowerCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(NOT_ASCII, (letter) => letters[letter] ?? letter);
}

/**
 * Returns the mark of a number: how many digits the length of its value has, this length, and the value, which is the
 * number without zeros at the start.
 */
function markNumber(digits: string): string {
  const value = digits.replace(/^0+/, '');
  const length = String(value.length);
  return `${length.length}${length}${value}${AFTER_VALUE}`;
}
