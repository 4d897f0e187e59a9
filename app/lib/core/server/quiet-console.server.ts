import { log } from './log.server';

/** Matches the beginning of a message, up to the first character with which a typed or personal value may begin. */
const OWN_WORDS = /^[^"'`/\\\d@<{[:“‘«+]{0,200}/u;

/**
 * Sends the warnings and errors of libraries to the log without what they were given. Libraries write to the console,
 * and some of their messages contain the address of a page, into which a user may have typed a study number. Of a
 * message, its beginning stays, up to the first sign, digit or quotation mark.
 */
export function quietConsole(): void {
  for (const method of ['warn', 'error'] as const)
    console[method] = (first: unknown) =>
      log.warn({ library: selectWords(first) }, 'a library has written a warning');
}

function selectWords(first: unknown): string {
  if (first instanceof Error) return first.name;
  return typeof first === 'string' ? (OWN_WORDS.exec(first)?.[0] ?? '').trim() : typeof first;
}
