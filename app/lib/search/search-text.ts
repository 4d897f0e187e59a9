/** The maximum length of a searched text in characters, as in the search of a list. */
export const MAX_SEARCH = 200;
/**
 * The minimum length of a text for which parts of names and numbers are searched. A shorter text finds only screens,
 * and records that it identifies: no index supports shorter parts, and they would match most records.
 */
export const MIN_PART = 3;

/** The name of the input of the search field. */
export const SEARCH_FIELD = 'find';

/** Returns a typed text in one line, without control characters or repeated spaces. */
export function cleanSearchText(typed: string): string {
  return typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
