import { cutText } from 'shared/cut-text';

/** The maximum number of characters in a cell of Excel. */
export const MAX_CELL = 32_767;

/** The numbers of the cell formats in the style part of the workbook, in its order. */
export const cellStyles = { plain: 0, date: 1, 'date-time': 2, title: 3 } as const;

/** Returns the letters of a column from its index: A for 0, AA for 26. */
export function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}

/** Returns a cell with a number as XML. */
export function writeNumber(reference: string, number: string): string {
  return `<c r="${reference}"><v>${number}</v></c>`;
}

/** Returns a cell with text as XML. */
export function writeText(reference: string, text: string, style = 0): string {
  const attributes = style ? ` s="${style}"` : '';
  const content = escapeXml(cutText(text, MAX_CELL));
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
