/**
 * Text that a spreadsheet would run as a formula gets an apostrophe (OWASP, CSV injection). Numbers and
 * phone numbers start with the same signs, do no harm, and stay as they are.
 */
export function neutralize(text: string): string {
  return /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) && !/^[+-]?[\d\s.,()/-]+$/.test(text)
    ? `'${text}`
    : text;
}
