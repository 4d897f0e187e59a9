import { fold } from 'shared/list/values';
import type { MarkedText } from './transcript-view';

/**
 * Splits a text at the places that contain `wanted`, ignoring case: every second part, beginning with the second one, is
 * such a place. Returns the whole text as one part if it contains none.
 */
export function markText(text: string, wanted: string): MarkedText {
  const folded = fold(text);
  const sought = fold(wanted);
  // A few capital letters have more characters in lower case. Then the indexes of both texts do not agree.
  if (sought === '' || folded.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + sought.length));
    from = at + sought.length;
  }
  return [...parts, text.slice(from)];
}
