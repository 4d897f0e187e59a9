import { expect, it } from 'vitest';
import { Pager } from '~/components/data-list/pager';
import { renderPart } from '../support/render-part';

const pager = {
  page: 2,
  pages: 125,
  size: 10,
  total: 1_243,
  from: 11,
  to: 20,
  links: [
    { page: 1, href: '/users?page=1' },
    { page: 2, href: '/users?page=2' },
    { page: 3, href: '/users?page=3' },
    { gap: true as const },
    { page: 125, href: '/users?page=125' },
  ],
  sizes: [
    { size: 10, href: '/users' },
    { size: 50, href: '/users?size=50' },
  ],
};

it('the pager marks the current page, and links to other pages and sizes', () => {
  const { page } = renderPart(<Pager pager={pager} />);
  expect(page.getByText('11–20 of 1,243')).toBeDefined();
  expect(page.getByRole('navigation', { name: 'Pages' })).toBeDefined();
  expect(page.getByRole('link', { current: 'page' }).textContent).toBe('2');
  const leadsTo = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Previous page')).toBe('/users?page=1#rows');
  expect(leadsTo('Next page')).toBe('/users?page=3#rows');
  expect(leadsTo('Page 125')).toBe('/users?page=125#rows');
  expect(leadsTo('50 rows a page')).toBe('/users?size=50#rows');
  expect(page.queryByRole('link', { name: '10 rows a page' })).toBeNull();
});

it('the pager of a single page has no links', () => {
  const only = { ...pager, page: 1, pages: 1, total: 3, from: 1, to: 3, links: [], sizes: [] };
  const { page } = renderPart(<Pager pager={only} />);
  expect(page.getByText('1–3 of 3')).toBeDefined();
  expect(page.queryByRole('link')).toBeNull();
});
