/** The minimum number of characters of a change whose values are cut. Parsing a shorter one takes less than 1 ms. */
const LONG = 100_000;
/** The number of characters of JSON to which a text is cut. Lists show fewer (MAX_SHOWN in form/describe-value.ts). */
const MAX = 40_000;
/**
 * The minimum number of characters of a text that was cut. JSON needs up to six for one. The quote before the text and an
 * escape at the cut are not part of it.
 */
export const MIN_CUT_LENGTH = Math.floor((MAX - 7) / 6);
/**
 * The texts between the values of a change, as `writeFields` writes them. They are never within a JSON string, because
 * a quote in a string follows a backslash.
 */
const BETWEEN = /(,"after":|\},\{"field":|,"before":)/;

/**
 * Shortens the long texts in the JSON of a change. Parsing a change of two texts of 500,000 characters takes several
 * times as long as searching for their ends.
 */
export function cutLongValues(json: string): string {
  if (json.length < LONG) return json;
  return json.split(BETWEEN).map(cutText).join('');
}

function cutText(part: string): string {
  // The last part of the JSON also has the end of the list.
  const end = part.endsWith('"}]') ? '"}]' : '"';
  if (part.length <= MAX || !part.startsWith('"') || !part.endsWith(end)) return part;
  const start = part.slice(0, MAX);
  // An escape such as \\n or \\u00e9 must not be cut in two.
  const last = /\\(?:u[\da-f]{0,4})?$/i.exec(start.replace(/\\\\/g, '  '));
  return `${last ? start.slice(0, last.index) : start}${end}`;
}
