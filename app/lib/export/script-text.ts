import type { ProfiledVariable } from './profile';

/** Returns the text in one line, without the characters that could end a line or a string of a script. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Returns whether scripts label the values of a variable: it has codes, and the file contains codes. */
export function hasNumericCodes({ codes, found }: ProfiledVariable): boolean {
  return codes.length > 0 && found === 'number';
}
