import { expect, it } from 'vitest';
import { sharedDemo } from '../support/embedded';

const demo = sharedDemo();

it('the search is a form on light pages of signed-in users, but not on the sign-in page', async () => {
  const stranger = await demo.stranger().open('/login');
  expect(stranger.document.querySelector('[role=search]')).toBeNull();
  const visitor = await demo.signedIn();
  await visitor.request('/preferences', {
    method: 'POST',
    body: new URLSearchParams({ pages: 'light', to: '/home' }),
  });
  for (const path of ['/home', '/countries', '/country/edit/1', '/search']) {
    await visitor.open(path);
    expect(visitor.document.querySelectorAll('script')).toHaveLength(0);
    const form = visitor.document.querySelector<HTMLFormElement>('form[role=search]');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/search']);
  }
});

it('a search for a part of a name leads to the list of all matches', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/home');
  await visitor.press('Find', { 'Search all screens': 'clinic' });
  expect(visitor.url).toMatch(/\/search\?view=[\w-]{22}$/);
  expect(visitor.title).toBe('Search');
  const all = visitor.page.getByRole('link', { name: /^All \d+ in Facilities$/ });
  const total = /\d+/.exec(all.textContent ?? '')?.[0];
  await visitor.follow(all.textContent ?? '');
  expect(visitor.page.getByText(new RegExp(`1–\\d+ of ${total}$`))).toBeDefined();
});

it('a search without results says which fields are searched', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/home');
  await visitor.press('Find', { 'Search all screens': 'nowhere at all' });
  const text = visitor.page.getByRole('main').textContent ?? '';
  expect(text).toContain('Nothing found for “nowhere at all”');
  expect(text).toContain('Participants: study no, phone number');
});
