/**
 * Returns the text in lower case. The SQL function `fold` returns the same, so that lists in SQL and in memory have
 * equal results.
 */
export function fold(text: string): string {
  return text.toLowerCase();
}
