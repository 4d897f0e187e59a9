import type { EntityList } from '../entities/entity';
import { getFilteredField } from '../entities/hidden-filters';
import type { ListState } from './list-state';

type Dropped = Pick<ListState, 'list' | 'dropped' | 'refused'>;

/** Returns a note on the parameters of an address that were ignored. Empty if there are none. */
export function describeDropped({ list, dropped, refused }: Dropped): string {
  const others = dropped.filter((name) => name !== 'view');
  const texts = [
    others.length < dropped.length &&
      'The filters of this address have expired or belong to another user. Set them again.',
    others.length > 0 &&
      `Part of the address was not understood and has been left out: ${others.join(', ')}.`,
    refused.length > 0 &&
      `Rows cannot be grouped by ${refused.map((field) => getTitle(list, field)).join(' or ')}, because the values identify people.`,
  ];
  return texts.filter(Boolean).join(' ');
}

/** Returns a message on the filters that a user entered and that were ignored. Empty if there are none. */
export function describeDroppedFilters({ list, dropped }: Dropped): string {
  if (dropped.length === 0) return '';
  const titles = dropped.map((name) => {
    if (name === 'view') return 'the filters set earlier';
    if (name === 'q') return 'Search';
    if (name === 'by' || name === 'of') return 'the summary';
    return getTitle(list, getFilteredField(name)) ?? name;
  });
  return `The list is shown without this, because it was not understood or is too long: ${titles.join(', ')}.`;
}

function getTitle({ columns }: EntityList, name: string): string | undefined {
  return columns.find(({ field }) => field === name)?.title;
}
