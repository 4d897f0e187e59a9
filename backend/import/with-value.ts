import { shortText } from 'shared/short-text';
import type { ImportColumn } from './columns';

/** Matches the names of columns whose values are never shown. */
const SECRET = /pass(word|code|phrase)|secret/i;
/** The maximum number of characters to process: only about 50 are shown, and processing a long text is slow. */
const MOST_READ = 500;

/** Returns a cell's value for a message, in quotation marks and shortened; '' when it is empty or secret. */
export function quoteValue({ name, title }: ImportColumn, text: string): string {
  const shown = shortenValue(text, name, title);
  return shown && `“${shown}”`;
}

/** Returns whether the name of a column says that its values are secret. */
export function isSecret(...names: string[]): boolean {
  return names.some((name) => SECRET.test(name));
}

/** Returns a text in one short line. Returns '' if it is empty, or if the name of its column says that it is secret. */
export function shortenValue(text: string, ...names: string[]): string {
  if (isSecret(...names)) return '';
  return shortText(
    text
      .slice(0, MOST_READ)
      .replace(/\p{C}+/gu, ' ')
      .trim(),
  );
}

/** Returns a message about a cell with the cell's value at its end. */
export function withValue(problem: string, column: ImportColumn, text: string): string {
  const value = quoteValue(column, text);
  return value ? `${problem}: ${value}` : problem;
}
