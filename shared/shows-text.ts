/**
 * Matches a text of which nothing can be seen: spaces, characters without width, marks without a letter, and the two
 * blank characters of Braille and Hangul.
 */
const INVISIBLE =
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{M}\u2800\u3164]*$/u;

/** Returns whether a text shows anything, so that it can be the name in a link or a heading. */
export function showsText(text: string): boolean {
  return !INVISIBLE.test(text);
}
