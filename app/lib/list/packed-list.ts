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
  const packed = { title, path, search, pager, json: JSON.stringify(rest) };
  views.set(packed, view);
  return packed;
}

/** The server draws what it has just packed. */
const views = new WeakMap<PackedList, ListView>();

export function unpackList(packed: PackedList): ListView {
  const { json, ...view } = packed;
  return views.get(packed) ?? { ...view, ...JSON.parse(json) };
}
