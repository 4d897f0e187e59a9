/** The maximum number of characters that can be searched for, as in the search of a list. */
export const MAX_SEARCH = 200;
/**
 * The minimum number of characters that names and numbers are searched for. A shorter text only finds screens, and records
 * that it identifies: no index finds a part of a name by fewer characters, and it would match most records.
 */
export const MIN_PART = 3;

/** The name of the input of the search field. */
export const SEARCH_FIELD = 'find';

/** Matches a phone number with or without separators. */
const PHONE_NUMBER = /^\+?[\d\s().-]{6,}$/;
/** The minimum number of digits of a number that may be a phone number without its plus sign. */
const INTERNATIONAL = 9;

/** Returns a typed text in one line, without control characters and repeated spaces. */
export function cleanSearchText(typed: string): string {
  return typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * Returns the text for which fields are searched. Removes the separators of a phone number, and the 0 with which numbers
 * begin inside a country, because hosts store numbers in the international form.
 */
export function toSearchedPart(text: string): string {
  if (!PHONE_NUMBER.test(text)) return text;
  const number = text.replace(/[\s().-]/g, '').replace(/^0(?=\d{8})/, '');
  return number.length < MIN_PART ? text : number;
}

/** Returns the texts that an identifier must equal: the typed text, and the forms in which hosts store phone numbers. */
export function listIdentifiers(text: string): string[] {
  if (!PHONE_NUMBER.test(text)) return [text];
  const number = text.replace(/[\s().-]/g, '');
  const forms = [text, number];
  if (new RegExp(`^\\d{${INTERNATIONAL},}$`).test(number)) forms.push(`+${number}`);
  return [...new Set(forms)];
}
