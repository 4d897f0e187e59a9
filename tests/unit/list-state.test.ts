import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/entities';
import { buildTidyHref, listHref, readListState } from '~/lib/list/list-state';

const dataDictionary = getEntity('data-dictionary');

const { list } = dataDictionary;
const read = (search: string) => readListState(list, new URLSearchParams(search));
const tidy = (search: string) => buildTidyHref(read(search), new URLSearchParams(search));

describe('the rows that are open', () => {
  it('are part of a list’s address', () => {
    expect(read('open=').open).toBeUndefined();
    expect(read('open=7').open).toBe('7');
    expect(read('open=7').dropped).toEqual([]);
    for (const search of ['open=7', 'page=2&open=*', 'open=%2B260%26x'])
      expect(tidy(search)).toBeUndefined();
    expect(tidy('open=&q=')).toBe('/data-dictionary');
  });

  it('stay open on other pages when all rows are open, and close when only one is open', () => {
    expect(listHref(read('open=*'), { page: 2 })).toBe('/data-dictionary?page=2&open=*');
    expect(listHref(read('open=7'), { page: 2 })).toBe('/data-dictionary?page=2');
    expect(listHref(read('open=*'), { open: '' })).toBe('/data-dictionary');
  });
});
