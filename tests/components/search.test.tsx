import { describe, expect, it } from 'vitest';
import { Shell } from '~/components/shell/shell';
import { SearchResults } from '~/lib/search/search-results';
import type { SearchGroup, SearchView } from '~/lib/search/search-view';
import { renderPart } from '../support/render-part';

const failed: SearchGroup = {
  title: 'Phones',
  icon: 'smartphone',
  hits: [],
  total: 0,
  error: 'An error occured when loading phones from server',
};
const found: SearchGroup = {
  title: 'Participants',
  icon: 'user-round',
  hits: [{ href: '/participant/view/x', title: 'S-00001', details: '+260' }],
  total: 37,
  all: { href: '/view/participants', fields: [{ name: 'q', value: 'S-0' }] },
};
const view: SearchView = {
  title: 'Search',
  searchText: 'S-0',
  groups: [],
  isShort: false,
  searched: ['Screens: name'],
};

describe('the search page', () => {
  it('shows a failed list beside the results of the others', () => {
    const { page, document } = renderPart(
      <SearchResults view={{ ...view, groups: [failed, found] }} />,
    );
    expect(page.getByRole('alert').textContent).toContain('loading phones');
    expect(page.getByRole('status').textContent).toBe('37 results for “S-0”');
    const all = page.getByRole('button', { name: 'All 37 in Participants' });
    // The form cannot be in a paragraph, which a browser would end before the form.
    expect(all.closest('.px-2')?.tagName).toBe('DIV');
    expect(all.closest('form')?.getAttribute('action')).toBe('/view/participants');
    expect(document.querySelector('a[href="/participant/view/x"]')?.textContent).toContain('S-0');
  });

  it('says which fields are searched if nothing is found or nothing was typed', () => {
    const { page } = renderPart(<SearchResults view={view} />);
    expect(page.getByRole('status').textContent).toBe('Nothing found for “S-0”');
    expect(page.getByText('Screens: name')).toBeDefined();
    const empty = renderPart(<SearchResults view={{ ...view, searchText: '' }} />);
    expect(empty.page.queryByRole('status')).toBeNull();
    expect(empty.page.getByText('Screens: name')).toBeDefined();
  });
});

it('the header of a page has the search field, as a form that is posted', () => {
  const { page, document } = renderPart(
    <Shell
      product="Study Panel"
      userName="Mwansa"
      signedInUntil="14:30"
      mayImport={false}
      mayRestore={false}
      compactMenu={false}
      foldedGroups={[]}
      singleKeys={true}
      years="2022"
      openedAt="2026-01-01 10:00"
    >
      <h1>Title</h1>
    </Shell>,
  );
  const form = document.querySelector<HTMLFormElement>('header form[role=search]');
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/search']);
  expect(page.getByLabelText('Search all screens')).toHaveProperty('name', 'find');
  expect(page.getByRole('button', { name: 'Find' })).toBeDefined();
  expect(page.getByRole('link', { name: 'Keyboard shortcuts' })).toBeDefined();
});
