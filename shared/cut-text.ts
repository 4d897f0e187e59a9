/**
 * Returns the beginning of a text, with at most `max` UTF-16 code units. A character that consists of two of them, such
 * as an emoji, is left out rather than cut in two: half of it is no text, and files would show U+FFFD in its place.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
