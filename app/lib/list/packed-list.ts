import type { ListView } from './list-view';

/** A list's view as its loader sends it: the grid as JSON text, beside what other parts of a page read. */
export interface PackedList extends Pick<ListView, 'title' | 'path' | 'search' | 'pager'> {
  json: string;
}

/**
 * Remix numbers every value that a loader answers, which makes a list of 100 columns twice as long and
 * five times as slow to write as its JSON.
 */
export function packList(view: ListView): PackedList {
  const { title, path, search, pager, ...rest } = view;
  return { title, path, search, pager, json: JSON.stringify(rest) };
}

export function unpackList({ json, ...view }: PackedList): ListView {
  return { ...view, ...JSON.parse(json) };
}
