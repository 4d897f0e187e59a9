import { isOfKind, type VariableKind } from './variables';

/** The maximum number of characters in a cell of Excel. */
export const MAX_CELL = 32_767;

/** The numbers of the cell formats in the style part of the workbook, in its order. */
export const cellStyles = { plain: 0, date: 1, 'date-time': 2, title: 3 } as const;

/** The number of days from 30 December 1899, day 0 of Excel, to 1 January 1970. */
const EXCEL_EPOCH = 25_569;
/** The number of 1 March 1900. Excel numbers earlier days incorrectly, because it counts 29 February 1900. */
const FIRST_DAY = 61;
const DAY_MS = 86_400_000;

/** Returns the letters of a column from its index: A for 0, AA for 26. */
export function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}

/** Returns a cell with a number, a date or text, as XML. Text that begins like a formula stays text. */
export function writeCell(reference: string, kind: VariableKind, text: string): string {
  if (text === '') return '';
  if (!isOfKind(kind, text)) return writeText(reference, text);
  if (kind === 'number') return `<c r="${reference}"><v>${text}</v></c>`;
  const days = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / DAY_MS;
  const serial = days + EXCEL_EPOCH;
  if (!(serial >= FIRST_DAY)) return writeText(reference, text);
  const style = kind === 'date-time' && text.includes(' ') ? 'date-time' : 'date';
  return `<c r="${reference}" s="${cellStyles[style]}"><v>${serial}</v></c>`;
}

/** Returns a cell with text as XML. */
export function writeText(reference: string, text: string, style = 0): string {
  const attributes = style ? ` s="${style}"` : '';
  const content = escapeXml(text.slice(0, MAX_CELL));
  return `<c r="${reference}" t="inlineStr"${attributes}><is><t xml:space="preserve">${content}</t></is></c>`;
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Returns the text for XML. Leaves out the characters that XML cannot contain. */
export function escapeXml(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      // Excel reads _x0041_ as the letter A.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (character) => MARKUP[character] ?? character)
  );
}
