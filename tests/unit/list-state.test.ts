import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { buildListHref, buildTidyHref, readListState } from '~/lib/core/list/list-state';

const dataDictionary = getEntity('data-dictionary');

const { list } = dataDictionary;
const read = (search: string) => readListState(list, new URLSearchParams(search));
const tidy = (search: string) => buildTidyHref(read(search), new URLSearchParams(search));

it('has a page, and no offset', () => {
  expect(read('offset=5&size=20')).toMatchObject({ dropped: ['offset'], query: { page: 1 } });
  expect(read('offset=5&size=20').query.offset).toBeUndefined();
});

describe('the rows whose details are open', () => {
  it('are part of a list’s address', () => {
    expect(read('open=').open).toBeUndefined();
    expect(read('open=7').open).toBe('7');
    expect(read('open=7').dropped).toEqual([]);
    for (const search of ['open=7', 'page=2&open=*', 'open=%2B260%26x'])
      expect(tidy(search)).toBeUndefined();
    expect(tidy('open=&q=')).toBe('/data-dictionary');
  });

  it('stay open on other pages when all rows are open, and close when only one is open', () => {
    expect(buildListHref(read('open=*'), { page: 2 })).toBe('/data-dictionary?page=2&open=*');
    expect(buildListHref(read('open=7'), { page: 2 })).toBe('/data-dictionary?page=2');
    expect(buildListHref(read('open=*'), { open: '' })).toBe('/data-dictionary');
  });
});

describe('the columns', () => {
  const defaults = 'dict_id,dict_entity,dict_field,dict_name,dict_description,dict_type';

  it('are chosen if the address names them, even if they are the default ones', () => {
    expect(read('').isChosen).toBe(false);
    expect(read('').query.cols.join()).toBe(defaults);
    for (const search of ['cols=dict_name', `cols=${defaults}`]) {
      expect(read(search).isChosen).toBe(true);
      expect(tidy(search)).toBeUndefined();
    }
  });

  it('are not chosen if the address names none that the list has', () => {
    expect(read('cols=nothing').isChosen).toBe(false);
    expect(read('cols=').isChosen).toBe(false);
  });

  it('stay in the addresses of the list while they are chosen', () => {
    expect(buildListHref(read(`cols=${defaults}`), { page: 2 })).toBe(
      `/data-dictionary?page=2&cols=${defaults}`,
    );
    expect(buildListHref(read('cols=dict_name'), { cols: undefined })).toBe('/data-dictionary');
    expect(buildListHref(read(''), { cols: defaults.split(',') })).toBe(
      `/data-dictionary?cols=${defaults}`,
    );
  });

  it('from check boxes are put into the declared order', () => {
    expect(tidy('cols=dict_name&cols=dict_id')).toBe('/data-dictionary?cols=dict_id,dict_name');
  });
});
