/** The characters with which a formula can begin. */
const STARTS = '=+\\-@\\0＝＋－＠';
/**
 * The characters that can end a cell although it is quoted. Where the comma is the decimal sign, spreadsheets split a
 * row at semicolons or tabs. They may read the quotation marks as text, so that a line break also ends the cell.
 */
const ENDS = ';\\t\\r\\n';
const WHOLE = new RegExp(`^[${STARTS}\\t\\r\\n]`);
const PARTS = new RegExp(`(?<=[${ENDS}])[${STARTS}][^${ENDS}]*`, 'g');
const NEUTRAL_PARTS = new RegExp(`(?<=[${ENDS}])'([${STARTS}][^${ENDS}]*)`, 'g');

/**
 * Returns the text with an apostrophe before each part that a spreadsheet could run as a formula (OWASP, CSV
 * injection). Such a part is at the start of the text, or behind a character that ends a cell in some
 * spreadsheets (docs/decisions/0199-making-files.md). Numbers and phone numbers may start with
 * the same characters, but are harmless and stay unchanged.
 */
export function neutralize(text: string): string {
  const start = WHOLE.test(text) && !isNumber(text) ? `'${text}` : text;
  return start.replace(PARTS, (part) => (isNumber(part) ? part : `'${part}`));
}

/**
 * Removes the apostrophes that `neutralize` adds. Cannot distinguish them from an author's apostrophes in the same
 * places. Returns the text unchanged if `neutralize` could not have produced it.
 */
export function restoreNeutralized(text: string): string {
  const parts = text.replace(NEUTRAL_PARTS, (all, part) => (isNumber(part) ? all : part));
  const candidates = [parts.replace(/^'/, ''), parts];
  return candidates.find((candidate) => neutralize(candidate) === text) ?? text;
}

function isNumber(text: string): boolean {
  return /^[+-]?[\d\s.,()/-]+$/.test(text);
}
