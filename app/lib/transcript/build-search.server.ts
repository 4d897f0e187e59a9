import type { TranscriptPage } from '../core/messenger/read-transcript.server';
import { formatRange } from './build-pages.server';
import { buildTranscriptAddress, type TranscriptAddress } from './transcript-address';
import type { TranscriptSearch } from './transcript-view';

/** Builds the search of a transcript: its result, and the links to the previous and the next match. */
export function buildSearch(
  { path, state, q }: { path: string; state: TranscriptAddress; q: string },
  page: TranscriptPage,
): TranscriptSearch {
  if (q === '') return { q };
  const clear = buildTranscriptAddress(
    path,
    { size: state.size },
    { page: page.page === page.pages ? undefined : page.page },
  );
  if (!page.search) return { q, clear };
  const { matches, shown, start, end } = page.search;
  const number = shown ? matches.indexOf(shown) + 1 : 0;
  const isPartial = start > 0 || end < page.timed;
  const where = isPartial ? ` in messages ${formatRange(start, end, page.timed)}` : '';
  return {
    q,
    clear,
    summary: `${describeMatches(number, matches.length)}${where}`,
    ...findNeighbours(page, number, (match) => {
      return `${buildTranscriptAddress(path, state, { match })}#match`;
    }),
    older:
      start > 0
        ? {
            text: `Search the messages before ${(start + 1).toLocaleString('en')}`,
            href: `${buildTranscriptAddress(path, { ...state, end: start })}#match`,
          }
        : undefined,
  };
}

function describeMatches(number: number, total: number): string {
  if (total === 0) return 'No matches';
  if (number > 0) return `Match ${number.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return total === 1 ? '1 match' : `${total.toLocaleString('en')} matches`;
}

/**
 * Returns the links to the matches before and after the shown match. If the page shows no match, returns those before
 * and after the page.
 */
function findNeighbours(
  { search, start, rows }: TranscriptPage,
  number: number,
  buildHref: (match: number) => string,
): Pick<TranscriptSearch, 'previous' | 'next'> {
  const matches = search?.matches ?? [];
  const before = number || matches.filter(({ index }) => index < start).length + 1;
  const after = number || matches.filter(({ index }) => index < start + rows.length).length;
  return {
    previous: before > 1 ? buildHref(before - 1) : undefined,
    next: after < matches.length ? buildHref(after + 1) : undefined,
  };
}
