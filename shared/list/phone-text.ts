/** The maximum length of a text that consists of one phone number. */
const MAX_LENGTH = 40;
const MIN_DIGITS = 6;
const MAX_DIGITS = 20;
/** The minimum number of digits of an international number without `+` or `00`. */
const MIN_INTERNATIONAL = 11;
/** With fewer digits after it, the code of the country is not removed, because the text may be a part of a number. */
const MIN_NATIONAL = 8;
/** The codes of countries (ITU-T E.164): those with one digit and with two; all others have three. */
const COUNTRY = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * Returns the digits of a phone number that is written in groups. Returns undefined if the text cannot be a phone
 * number, or if it already has the digits in one piece.
 */
export function findCompactNumber(text: string): string | undefined {
  const digits = readDigits(text);
  return digits === undefined || text.includes(digits) ? undefined : digits;
}

/**
 * Returns the digits by which phone numbers are compared: without the code of the country and the 0 of numbers inside
 * the country, if these can be told apart, or else all digits. Returns undefined if the text cannot be a phone number.
 */
export function findNationalNumber(text: string): string | undefined {
  return splitNumber(text)?.national;
}

/** Returns whether a text has at least the digits of a phone number, and no letters. It may be longer than a number. */
export function isOfDigits(text: string): boolean {
  return !/\p{L}/u.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;
}

/** Returns whether a text may be one phone number. */
export function isPhoneNumber(text: string): boolean {
  return readDigits(text) !== undefined;
}

/** Returns whether two texts are the same phone number. A number without its country may be in any. */
export function isSamePhone(one: string, other: string): boolean {
  const a = splitNumber(one);
  const b = splitNumber(other);
  if (!a || !b || a.national !== b.national) return false;
  return a.country === undefined || b.country === undefined || a.country === b.country;
}

function splitNumber(text: string): { country?: string; national: string } | undefined {
  const digits = readDigits(text);
  if (digits === undefined) return undefined;
  const international = findInternational(text, digits);
  if (international === undefined) return { national: digits.replace(/^0(?=[1-9]\d{4})/, '') };
  const [country = ''] = COUNTRY.exec(international) ?? [];
  const national = international.slice(country.length).replace(/^0/, '');
  if (national.length < MIN_NATIONAL) return { national: digits };
  // After the code of a country and the 0 of numbers inside it, no number begins with another 0.
  return national.startsWith('0') ? { national: international } : { country, national };
}

function findInternational(text: string, digits: string): string | undefined {
  if (/^\D*\+/.test(text)) return digits;
  if (digits.startsWith('00')) return digits.length >= 10 ? digits.slice(2) : undefined;
  return digits.length >= MIN_INTERNATIONAL && !digits.startsWith('0') ? digits : undefined;
}

function readDigits(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !isOfDigits(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return digits.length <= MAX_DIGITS ? digits : undefined;
}
