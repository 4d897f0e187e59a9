const SHORT = 50;

/**
 * Returns the first 50 characters of a longer text, with an ellipsis (product-spec.md §9). A character that
 * consists of several code points is not cut.
 */
export function shortText(text: string): string {
  if (text.length <= SHORT) return text;
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return characters.length <= SHORT ? text : `${characters.slice(0, SHORT).join('')}…`;
}
