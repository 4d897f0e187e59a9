import { expect, it } from 'vitest';
import { OwnSessions } from '~/lib/profile/own-sessions';
import { renderPart } from '../support/render-part';

const session = (id: string, device: string, current = false) => {
  return { id, device, current, started: '1 March 2026, 14:30', lastUsed: 'today' };
};
const times = { ends: '15:00', latest: '2 March 2026, 02:30' };
const here = session('a', 'Firefox on Windows', true);

it('users can end each of their sessions except the current one', () => {
  const sessions = [here, session('b', 'Chrome on Android')];
  const { page } = renderPart(<OwnSessions view={{ ...times, sessions }} />);
  const [end, ...more] = page.getAllByRole('button', { name: /^Sign out Chrome on Android/ });
  expect([end?.getAttribute('name'), end?.getAttribute('value'), more]).toEqual([
    'session',
    'b',
    [],
  ]);
  expect(page.queryByRole('button', { name: /Firefox/ })).toBeNull();
  expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeDefined();
});

it('users cannot end their only session, which is the current one', () => {
  const { page } = renderPart(<OwnSessions view={{ ...times, sessions: [here] }} />);
  expect(page.getByText('This one')).toBeDefined();
  expect(page.queryByRole('button')).toBeNull();
});
