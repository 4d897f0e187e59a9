import { fold } from 'shared/list/values';
import type { MarkedText } from './transcript-view';

/**
 * Splits a text before and after each occurrence of `wanted`, ignoring case. Every second part, beginning with the
 * second one, is an occurrence. If there is none, returns the whole text as one part.
 */
export function markText(text: string, wanted: string): MarkedText {
  const folded = fold(text);
  const sought = fold(wanted);
  // A few capital letters have more characters in lower case. The indexes of the two texts then differ.
  if (sought === '' || folded.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + sought.length));
    from = at + sought.length;
  }
  return [...parts, text.slice(from)];
}
