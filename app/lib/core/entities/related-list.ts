import { filterParams } from 'shared/list/grammar';
import { toText } from 'shared/list/values';

/** A link to a list of records that are related to a record. */
export interface RelatedList {
  title: string;
  href: string;
}

/**
 * Returns the address of the list at `path` with a filter for rows whose text field equals `value`. Returns
 * undefined if the value is empty.
 */
export function buildNarrowedList(path: string, field: string, value: unknown): string | undefined {
  const text = toText(value);
  if (text === '') return undefined;
  return `${path}?${new URLSearchParams(filterParams({ kind: 'exact', field, equals: text }))}`;
}

/**
 * Returns a link to the list at `path`, filtered like `buildNarrowedList`. The array is empty if the value is
 * empty.
 */
export function getRelatedList(
  title: string,
  path: string,
  field: string,
  value: unknown,
): RelatedList[] {
  const href = buildNarrowedList(path, field, value);
  return href ? [{ title, href }] : [];
}
