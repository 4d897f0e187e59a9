import { expect, it } from 'vitest';
import { CertificateTable } from '~/lib/erasure/certificate-table';
import type { CertificateLine, CertificateList } from '~/lib/erasure/erasure-view';
import { renderPart } from '../support/render-part';

const line: CertificateLine = {
  ...{ id: 'id-1', username: 'ann', started: '3 May 2026 10:00', completed: '3 May 2026 10:01' },
  ...{ participant: 'opaque', records: 1_234, href: '/erasure/id-1' },
};
const view: CertificateList = { title: 'Erasures', trail: [], total: 1, lines: [line] };

it('the list of erasures says that it is empty, and that a page is', () => {
  const none = renderPart(<CertificateTable view={{ ...view, total: 0, lines: [] }} />);
  expect(none.page.getByText('No participant has been erased.')).toBeDefined();
  expect(none.page.queryByRole('table')).toBeNull();
  const past = renderPart(<CertificateTable view={{ ...view, lines: [] }} />);
  expect(past.page.getByText('There are no erasures on this page.')).toBeDefined();
});

it('the list of erasures says which are not completed, and which cannot be decrypted', () => {
  const lines = [
    { ...line, completed: undefined },
    { ...line, id: 'id-2', href: undefined, records: undefined, participant: undefined },
  ];
  const { page } = renderPart(<CertificateTable view={{ ...view, lines }} />);
  const [, first, second] = page.getAllByRole('row');
  expect(first?.textContent).toContain('Not completed');
  expect(second?.textContent).toContain('id-2 cannot be decrypted');
  expect(page.getAllByRole('link', { name: /^id-/ })).toHaveLength(1);
});

it('the list of erasures leads to certificates and to its other pages', () => {
  const paged = {
    ...view,
    newerHref: '/audit/erasures?page=1',
    olderHref: '/audit/erasures?page=3',
  };
  const { page } = renderPart(<CertificateTable view={paged} />);
  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(href('id-1')).toBe('/erasure/id-1');
  expect(href('Newer erasures')).toBe(paged.newerHref);
  expect(href('Older erasures')).toBe(paged.olderHref);
  expect(page.getByRole('cell', { name: '1,234' })).toBeDefined();
  const one = renderPart(<CertificateTable view={view} />);
  expect(one.page.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
