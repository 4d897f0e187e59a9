import { beforeEach, describe, expect, it } from 'vitest';
import { loader as index } from '../../app/routes/_index';
import { loader as layout } from '../../app/routes/_signed-in+/_layout';
import { action as bulk } from '../../app/routes/_signed-in+/bulk.$entity';
import { loader as columns } from '../../app/routes/_signed-in+/columns.$';
import { loader as filters } from '../../app/routes/_signed-in+/filters.$';
import { action, loader } from '../../app/routes/$';
import { callRoute, signedInAs } from '../support/call-route';

const message = { kind: 'error', text: 'There is no page at this address.' };
let cookie: string;
beforeEach(async () => {
  cookie = await signedInAs('researcher');
});

/** Reads the message of the next page. */
const readToast = async () =>
  ((await callRoute(layout, '/home', { cookie })).data as { toast: unknown }).toast;

describe('an address without a page', () => {
  it('leads visitors who are not signed in to the sign-in page', async () => {
    const { headers } = await callRoute(loader, '/nonsense');
    expect(headers.get('location')).toMatch(/^\/login/);
  });

  it.each([
    ['/nonsense', loader, {}],
    ['/nonsense.php', loader, { 'sec-fetch-dest': 'document' }],
    ['/columns/nonsense', columns, {}],
    ['/filters/nonsense', filters, { 'sec-fetch-dest': 'empty' }],
  ] as const)('leads to home, which says so once: %s', async (path, route, headers) => {
    const params = { '*': 'nonsense' };
    const answer = await callRoute(route, path, { cookie, params, headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
    expect(await readToast()).toEqual(message);
    expect(await readToast()).toBeUndefined();
  });

  it.each([
    ['/nonsense', action, {}],
    ['/bulk/nonsense', bulk, { entity: 'nonsense' }],
  ] as const)('says so after a post as well: %s', async (path, route, params) => {
    const answer = await callRoute(route, path, { cookie, params, form: { a: 'b' } });
    expect(answer.headers.get('location')).toBe('/home');
    expect(await readToast()).toEqual(message);
  });

  it.each([
    ['/apple-touch-icon.png', {}],
    ['/favicon', { 'sec-fetch-dest': 'image' }],
    ['/.well-known/some.json', { 'sec-fetch-dest': 'empty' }],
  ])('says nothing if a browser asks for it by itself: %s', async (path, headers) => {
    await callRoute(loader, path, { cookie, headers });
    expect(await readToast()).toBeUndefined();
  });
});

it('the start page leads to home without a message', async () => {
  expect((await callRoute(index, '/', { cookie })).headers.get('location')).toBe('/home');
  expect(await readToast()).toBeUndefined();
});
