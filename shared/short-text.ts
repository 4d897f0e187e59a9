const SHORT = 50;

/** A text cut at 50 characters plus an ellipsis (product-spec.md §9); never inside a character. */
export function shortText(text: string): string {
  if (text.length <= SHORT) return text;
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return characters.length <= SHORT ? text : `${characters.slice(0, SHORT).join('')}…`;
}
