/** Returns the text in one line, without the characters that could end a line or a string of a script. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
