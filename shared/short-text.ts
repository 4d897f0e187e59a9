const SHORT = 50;

/**
 * Returns a text of at most 50 characters unchanged, and otherwise its first 50 characters with an ellipsis
 * (product-spec.md §9). Does not cut a character that consists of several code points.
 */
export function shortText(text: string): string {
  if (text.length <= SHORT) return text;
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return characters.length <= SHORT ? text : `${characters.slice(0, SHORT).join('')}…`;
}
