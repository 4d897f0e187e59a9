import type { EntityList } from '../entities/entity';
import { buildHiddenSearch, getFilteredField, isHiddenParameter } from '../entities/hidden-filters';
import { buildListSearch, type ListState, readListState } from './list-state';

/** Returns the state of a list as a query, including filters that must not stand in addresses, but without the page. */
export function buildStoredQuery(state: ListState): string {
  const own = { ...state, view: undefined, open: undefined, hasDefault: false };
  return [buildListSearch(own), buildHiddenSearch(state.list, state.query).toString()]
    .filter(Boolean)
    .join('&');
}

/** Returns whether a list shows the state that a stored query describes. */
export function isSameState(state: ListState, query: string): boolean {
  const stored = readListState(state.list, new URLSearchParams(query));
  return sortParameters(buildStoredQuery(state)) === sortParameters(buildStoredQuery(stored));
}

function sortParameters(query: string): string {
  return JSON.stringify([...new URLSearchParams(query)].map(String).sort());
}

/** Returns the names of the parameters of a stored query that a view for everybody must not have. */
export function listHidden(list: EntityList, query: string): string[] {
  const hidden = [...new URLSearchParams(query)].filter(([name, value]) =>
    isHiddenParameter(list, name, value),
  );
  return [...new Set(hidden.map(([name]) => name))];
}

/** Returns titles for parameters of a stored query, for messages: those of their filters and columns. */
export function listTitles(list: EntityList, query: string, names: readonly string[]): string[] {
  const params = new URLSearchParams(query);
  const known = new Map(list.columns.map(({ field, title }) => [field, title]));
  const titles = names.flatMap((name) => {
    if (name === 'q') return ['Search'];
    if (name === 'by' || name === 'of') return ['the summary'];
    // The name of a field that the list no longer has is its only description.
    if (name === 'sort') return [`the order by ${(params.get(name) ?? '').replace(/^-/, '')}`];
    if (name === 'cols')
      return params
        .getAll(name)
        .flatMap((value) => value.split(','))
        .filter((field) => field.trim() !== '' && !known.has(field));
    const field = getFilteredField(name);
    return [known.get(field) ?? field];
  });
  return [...new Set(titles)];
}
