import type { EntityList } from '../entities/entity';
import { getFilteredField } from '../entities/hidden-filters';
import { findsWholeOnly } from '../masking/restrict-query.server';
import type { ListState } from './list-state';
import { listTitles } from './stored-query';

type Dropped = Pick<ListState, 'list' | 'dropped' | 'ignored' | 'refused' | 'named'>;

const WORDS = new Map([
  ['q', 'Search'],
  ['by', 'the summary'],
  ['of', 'the summary'],
  ['sort', 'the order'],
  ['cols', 'some columns'],
]);

/**
 * Returns a note on the parameters of an address or a form, or of the view that the address opens, that were ignored.
 * Empty if there are none.
 */
export function describeDropped({ list, dropped, ignored, refused, named }: Dropped): string {
  if (named !== undefined) return describeDroppedOfView({ list, dropped, refused }, named);
  const isNotView = (name: string) => name !== 'view';
  const isNotMasked = (name: string) => !isMaskedFilter(list, name);
  const others = dropped.filter(isNotView).filter(isNotMasked);
  const titles = [
    ...new Set(
      ignored
        .filter(isNotView)
        .filter(isNotMasked)
        .map((name) => getWords(list, name)),
    ),
  ];
  const masked = [
    ...new Set(
      [...dropped, ...ignored]
        .filter((name) => !isNotMasked(name))
        .map((name) => getWords(list, name)),
    ),
  ];
  const texts = [
    [...dropped, ...ignored].includes('view') &&
      'The filters of this address have expired or belong to another user. Set them again.',
    others.length > 0 &&
      `Part of the address was not understood and has been left out: ${others.join(', ')}.`,
    titles.length > 0 &&
      `The list is shown without this, because it was not understood or is too long: ${titles.join(', ')}.`,
    masked.length > 0 &&
      `Masked values are found only as a whole, one at a time. The list is shown without the filter of ${masked.join(', ')}.`,
    refused.length > 0 &&
      `Rows cannot be grouped by ${refused.map((field) => getTitle(list, field)).join(' or ')}, because the values identify people.`,
  ];
  return texts.filter(Boolean).join(' ');
}

/** Returns whether a parameter that was left out filters a column of masked values. */
function isMaskedFilter({ columns }: EntityList, name: string): boolean {
  const field = getFilteredField(name);
  return columns.some((column) => column.field === field && findsWholeOnly(column));
}

function getWords(list: EntityList, name: string): string {
  return WORDS.get(name) ?? getTitle(list, getFilteredField(name)) ?? name;
}

/**
 * Returns a message on the parts of a view with a name that were left out, because the list no longer has their fields.
 * Empty if there are none.
 */
function describeDroppedOfView(
  { list, dropped, refused }: Pick<Dropped, 'list' | 'dropped' | 'refused'>,
  query: string,
): string {
  const titles = listTitles(list, query, [...dropped, ...(refused.length > 0 ? ['by'] : [])]);
  if (titles.length === 0) return '';
  return `The list has changed since the view was saved. The view is shown without this: ${titles.join(', ')}.`;
}

function getTitle({ columns }: EntityList, name: string): string | undefined {
  return columns.find(({ field }) => field === name)?.title;
}
