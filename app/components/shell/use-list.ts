import { useMatches } from '@remix-run/react';
import type { ListView } from '~/lib/core/list/list-view';

/** Returns the list that the loader of the page has returned, as its data or as the property `view` of its data. */
export function useList(): ListView | undefined {
  return useMatches()
    .flatMap(({ data }) => [data, Object(data).view])
    .find(isList);
}

function isList(data: unknown): data is ListView {
  return typeof data === 'object' && data !== null && 'pager' in data && 'columns' in data;
}
