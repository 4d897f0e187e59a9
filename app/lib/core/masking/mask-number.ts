/** The number of digits of a phone number that stay visible, if they are at most half of its digits. */
const SHOWN_DIGITS = 4;
/** The number of digits from which a number in a text is taken for a phone number. Ids have fewer. */
const LONG = 8;
/** The same for a number that begins with a plus sign. */
const LONG_WITH_PLUS = 6;
const GROUP = 3;
/** Matches a time in milliseconds since the epoch, which names of files often contain. */
const MILLISECONDS = /^1\d{12}$/;

/** Matches a number with at least three digits in any notation. */
const NUMBER = /(?:\(?\+[\s(]*)?\p{Nd}(?:[\s().\-\u2010-\u2015]*\p{Nd}){2,}/gu;
/** Matches a number that is not a part of a word, an id or an address, and that does not begin with a date. */
const NUMBER_IN_TEXT =
  /(?<![\p{L}\p{N}_~])(?!\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?!\p{Nd}))(?:\(?\+[\s(]*)?\p{Nd}(?:[\s().\-\u2010-\u2015]*\p{Nd}){2,}(?![\p{L}\p{N}_~])/gu;
/** Matches the country code of a number that begins with a plus sign (ITU-T E.164). */
const COUNTRY_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\p{Nd}{3})(?=\p{Nd})/u;

/**
 * Masks a phone number: `+260 971 231 001` becomes `+260 ••• ••1 001`. The country code and the last four digits stay,
 * or fewer if they would be more than half of the other digits. Words beside a number stay too.
 */
export function maskPhoneNumber(text: string): string {
  return text.replace(NUMBER, maskNumber);
}

/** Masks the phone numbers in a text. Shorter numbers and dates stay. */
export function maskNumbersInText(text: string): string {
  return text.replace(NUMBER_IN_TEXT, (number) => (isLong(number) ? maskNumber(number) : number));
}

/** Masks an id that is a phone number, and the phone numbers in an id that consists of several. Other ids stay. */
export function maskNumbersInId(id: string): string {
  const isNumber = /^[+\p{Nd}\s().-]+$/u.test(id);
  return id.replace(NUMBER, (number) =>
    isLong(number) || (isNumber && number.includes('+')) ? maskNumber(number) : number,
  );
}

function isLong(number: string): boolean {
  if (MILLISECONDS.test(number)) return false;
  return readDigits(number).length >= (number.includes('+') ? LONG_WITH_PLUS : LONG);
}

function maskNumber(number: string): string {
  const digits = readDigits(number);
  const [code = ''] = number.includes('+') ? (COUNTRY_CODE.exec(digits) ?? []) : [];
  const national = [...digits.slice(code.length)];
  const hidden = national.length - Math.min(SHOWN_DIGITS, Math.floor(national.length / 2));
  const masked = national.map((digit, index) => (index < hidden ? '•' : digit));
  return [code && `+${code}`, ...groupFromRight(masked)].filter(Boolean).join(' ');
}

function groupFromRight(digits: readonly string[]): string[] {
  const first = digits.length % GROUP;
  const groups = first > 0 ? [digits.slice(0, first).join('')] : [];
  for (let start = first; start < digits.length; start += GROUP)
    groups.push(digits.slice(start, start + GROUP).join(''));
  return groups;
}

function readDigits(number: string): string {
  return number.replace(/\P{Nd}/gu, '');
}
