import { matchRoutes } from '@remix-run/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getSafeReturnPath } from '~/lib/core/addresses/return-path.server';
import { log } from '~/lib/core/server/log.server';
import { quietConsole } from '~/lib/core/server/quiet-console.server';

const { warn, error } = console;
afterEach(() => {
  Object.assign(console, { warn, error });
  vi.restoreAllMocks();
});

it('the warning of the router about an address does not repeat it', () => {
  const logged = vi.spyOn(log, 'warn').mockReturnValue();
  quietConsole();
  matchRoutes([{ path: '/home' }], '/S-00009%E0');
  expect(logged.mock.calls).toEqual([
    [{ library: 'The URL path' }, 'a library has written a warning'],
  ]);
});

it.each([
  ['No routes matched location "/S-00009" ', 'No routes matched location'],
  ['S-00009', 'S-'],
  ['+260971231001', ''],
  [new TypeError('no S-00009'), 'TypeError'],
  [{ number: 'S-00009' }, 'object'],
])('%s is logged as “%s”', (given, library) => {
  const logged = vi.spyOn(log, 'warn').mockReturnValue();
  quietConsole();
  console.error(given, '+260971231001');
  expect(logged.mock.calls.map(([first]) => first)).toEqual([{ library }]);
});

it.each(['/.//S-00009', '/a//b', '/a/../b', '/..', '/./a', '//x'])(
  'a page to return to has no odd segment: %s',
  (typed) => {
    expect(getSafeReturnPath(typed)).toBe('/home');
  },
);

it.each(['/participants?x=a//b', '/phone/view/a.b', '/a/..b', '/files/x.csv#..'])(
  'other pages to return to stay: %s',
  (typed) => {
    expect(getSafeReturnPath(typed)).toBe(typed);
  },
);
