const SHORT = 50;
/**
 * The maximum length of a shortened text in UTF-16 code units. A character can consist of any number of code points,
 * and finding the characters of a long text takes seconds.
 */
const MAX_UNITS = 1_000;

/**
 * Returns a text of at most 50 characters unchanged, and otherwise its first 50 characters with an ellipsis
 * (product-spec.md §9). Does not cut a character that consists of several code points, unless it has hundreds.
 */
export function shortText(text: string): string {
  if (text.length <= SHORT) return text;
  const start = text.slice(0, MAX_UNITS);
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter('en').segment(start)) {
    characters.push(segment);
    if (characters.length > SHORT) return `${characters.slice(0, SHORT).join('')}…`;
  }
  if (start.length === text.length) return text;
  // The last character may continue after the start.
  return `${characters.slice(0, Math.max(1, characters.length - 1)).join('')}…`;
}
