import type { EntityList } from '../entities/entity';
import { getFilteredField } from '../entities/hidden-filters';
import { isMasked } from '../masking/mask.server';
import { openTexts, sealTexts } from './sealed-texts.server';

const SEALED = 'sealed.';

type Parameter = [name: string, value: string];

/**
 * Returns parameters of a list, which a page posts, without values that pages mask: filters for such a value contain it
 * encrypted. Filters for parts of values stay, because users have typed them.
 */
export function sealFilters(list: EntityList, params: Iterable<Parameter>): Parameter[] {
  return [...params].map(([name, value]) => [name, sealFilter(list, name, value)]);
}

/** Returns the value of one parameter as `sealFilters` does. */
export function sealFilter(list: EntityList, name: string, value: string): string {
  const column = findColumn(list, name);
  if (!column || !isMasked(column, value)) return value;
  return SEALED + sealTexts('filter', column.field, value);
}

/** Returns the parameters of a list with the values that `sealFilters` has encrypted. */
export function unsealFilters(list: EntityList, params: URLSearchParams): URLSearchParams {
  if (![...params.values()].some((value) => value.startsWith(SEALED))) return params;
  return new URLSearchParams(
    [...params].map(([name, value]) => [name, unsealFilter(list, name, value)]),
  );
}

/** Returns a value without encryption only for a filter of the same field, which pages mask again. */
function unsealFilter(list: EntityList, name: string, value: string): string {
  const column = value.startsWith(SEALED) ? findColumn(list, name) : undefined;
  const [field, text] = (column && openTexts('filter', value.slice(SEALED.length))) ?? [];
  return column?.field === field && text !== undefined ? text : value;
}

/** Returns the masked column that a parameter compares with complete values. Undefined for other parameters. */
function findColumn({ columns }: EntityList, name: string) {
  if (!/\.(is|in)$/.test(name)) return undefined;
  const field = getFilteredField(name);
  return columns.find((column) => column.field === field && column.masked);
}
