/** The maximum length of a searched text in characters, as in the search of a list. */
export const MAX_SEARCH = 200;
/**
 * The minimum length of a text for which parts of names and numbers are searched. A shorter text finds only screens,
 * and records that it identifies: no index supports shorter parts, and they would match most records.
 */
export const MIN_PART = 3;

/** The name of the input of the search field. */
export const SEARCH_FIELD = 'find';

/** Matches a phone number with or without separators. */
const PHONE_NUMBER = /^\+?[\d\s().-]{6,}$/;
/** The minimum number of digits of a number that may be a phone number without its plus sign. */
const MIN_INTERNATIONAL_DIGITS = 9;

/** Returns a typed text in one line, without control characters or repeated spaces. */
export function cleanSearchText(typed: string): string {
  return typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * Returns the text for which fields are searched. From a phone number, removes separators and the 0 with which national
 * numbers begin, because hosts store numbers in the international form.
 */
export function toSearchedPart(text: string): string {
  if (!PHONE_NUMBER.test(text)) return text;
  const number = text.replace(/[\s().-]/g, '').replace(/^0(?=\d{8})/, '');
  return number.length < MIN_PART ? text : number;
}

/**
 * Returns the texts of which an identifier must equal one: the typed text and, for a phone number, the forms in which
 * hosts store it.
 */
export function listIdentifiers(text: string): string[] {
  if (!PHONE_NUMBER.test(text)) return [text];
  const number = text.replace(/[\s().-]/g, '');
  const forms = [text, number];
  if (new RegExp(`^\\d{${MIN_INTERNATIONAL_DIGITS},}$`).test(number)) forms.push(`+${number}`);
  return [...new Set(forms)];
}
