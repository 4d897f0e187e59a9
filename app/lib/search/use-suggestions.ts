import { useEffect, useState } from 'react';
import type { SearchGroup } from '~/lib/search/search-view';

/** The pause in milliseconds after typing before suggestions are requested. */
const PAUSE_MS = 250;
/** The minimum number of characters for which suggestions are requested. */
const MIN_LENGTH = 2;

/**
 * Returns the suggestions of the server for a text. A change of the text aborts the request for the earlier text. If
 * the request fails, there are no suggestions. The search page, to which Enter leads, then shows the error.
 */
export function useSuggestions(text: string): SearchGroup[] {
  const [groups, setGroups] = useState<SearchGroup[]>([]);
  const find = text.trim();
  useEffect(() => {
    if (find.length < MIN_LENGTH) return setGroups([]);
    const request = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await requestGroups(find, request.signal);
      if (!request.signal.aborted) setGroups(answer);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [find]);
  return groups;
}

async function requestGroups(find: string, signal: AbortSignal): Promise<SearchGroup[]> {
  try {
    const body = new URLSearchParams({ find });
    const response = await fetch('/search/suggestions', { method: 'POST', body, signal });
    // After the end of the session, the request leads to the sign-in page.
    return response.ok && !response.redirected ? await response.json() : [];
  } catch {
    return [];
  }
}
