import { cutText } from 'shared/cut-text';

/** The minimum number of characters of a change whose values are cut. Parsing a shorter change takes less than 1 ms. */
const LONG = 100_000;
/** The number of characters of JSON to which a text is cut. Lists show fewer (MAX_SHOWN in form/describe-value.ts). */
const MAX = 40_000;
/**
 * The minimum number of characters of a text that was cut. JSON writes a character as up to six characters. The quote
 * before the text, and an escape at the cut, take up to seven characters.
 */
export const MIN_CUT_LENGTH = Math.floor((MAX - 7) / 6);
/**
 * Matches the texts that `writeFields` writes between the values of a change. A JSON string cannot contain such a text,
 * because a quote in a string follows a backslash.
 */
const BETWEEN = /(,"after":|\},\{"field":|,"before":)/;

/**
 * Shortens the long texts in the JSON of a change, because parsing two texts of 500,000 characters takes several times
 * as long as searching for their ends.
 */
export function cutLongValues(json: string): string {
  if (json.length < LONG) return json;
  return json.split(BETWEEN).map(cutPart).join('');
}

function cutPart(part: string): string {
  // The last part also contains the end of the JSON.
  const end = part.endsWith('"}]') ? '"}]' : '"';
  if (part.length <= MAX || !part.startsWith('"') || !part.endsWith(end)) return part;
  const start = cutText(part, MAX);
  // An escape such as \\n or \\u00e9 must not be cut in two.
  const last = /\\(?:u[\da-f]{0,4})?$/i.exec(start.replace(/\\\\/g, '  '));
  return `${last ? start.slice(0, last.index) : start}${end}`;
}
