/** Matches the beginning of a cell that a spreadsheet runs. */
const STARTS = '=+\\-@\\0＝＋－＠';
/**
 * Matches the characters that may end a cell: a semicolon where commas are decimal signs, a tab, and a line
 * break behind a quote that such a spreadsheet takes for text.
 */
const ENDS = ';\\t\\r\\n';
const WHOLE = new RegExp(`^[${STARTS}\\t\\r\\n]`);
const PARTS = new RegExp(`(?<=[${ENDS}])[${STARTS}][^${ENDS}]*`, 'g');
const NEUTRAL_PARTS = new RegExp(`(?<=[${ENDS}])'([${STARTS}][^${ENDS}]*)`, 'g');

/**
 * Returns the text with an apostrophe before what a spreadsheet would run as a formula (OWASP, CSV injection):
 * at its start, and behind each sign that ends a cell in some spreadsheet
 * (docs/decisions/0093-formulas-behind-semicolons.md). Numbers and phone numbers start with the same signs, do
 * no harm, and stay as they are.
 */
export function neutralize(text: string): string {
  const start = WHOLE.test(text) && !isNumber(text) ? `'${text}` : text;
  return start.replace(PARTS, (part) => (isNumber(part) ? part : `'${part}`));
}

/** Returns the text that `neutralize` has made this one from, or the text itself. */
export function restoreNeutralized(text: string): string {
  const parts = text.replace(NEUTRAL_PARTS, (all, part) => (isNumber(part) ? all : part));
  const candidates = [parts.replace(/^'/, ''), parts];
  return candidates.find((candidate) => neutralize(candidate) === text) ?? text;
}

function isNumber(text: string): boolean {
  return /^[+-]?[\d\s.,()/-]+$/.test(text);
}
