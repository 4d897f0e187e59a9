import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

/** The groups of the menu and their order (product-spec.md §2; SMS is a group of its own). */
const groups = {
  Administration: [
    'Users',
    'Resources',
    'Facilities',
    'PN Facilities',
    'Countries',
    'Colors',
    'Notifications',
    'Gallery',
    'Audit Trail',
    'Import Data',
  ],
  'Main App': [
    'Peer Navigators',
    'Participants',
    'Followups',
    'Usage Analytics',
    'Data Dictionary',
    'Study Followup',
    'Study Resources',
  ],
  Messenger: ['Phones', 'Last Seen', 'Discussions', 'Conversations', 'Quizzes', 'Quiz Attempts'],
  SMS: ['Categories', 'Phones', 'Messages', 'History', 'Send Messages'],
};

describe('the home page', () => {
  it('lists the functions in their groups, two support contacts and a logo', async () => {
    const { visitor } = remote;
    await visitor.open('/home');
    const main = visitor.page.getByRole('main');
    expect(main.querySelector('svg')).not.toBeNull();
    expect(main.querySelectorAll('a[href^="mailto:"]')).toHaveLength(2);
    for (const [title, functions] of Object.entries(groups)) {
      const section = within(main).getByRole('heading', { name: title }).closest('section');
      const names = [...(section?.querySelectorAll('a') ?? [])].map(
        (link) => link.querySelector('.font-medium')?.textContent ?? '',
      );
      expect(names.length).toBeGreaterThan(0);
      expect(names).toEqual(functions.filter((name) => names.includes(name)));
    }
  });

  it('is where unknown addresses lead, and also the sign-in page for a signed-in user', async () => {
    for (const path of ['/', '/nonsense', '/user', '/login']) {
      await remote.visitor.open(path);
      expect(remote.visitor.url).toBe(`${remote.panel.url}/home`);
    }
  });

  it('leads visitors who are not signed in to the sign-in page, as do the profile and unknown addresses', async () => {
    for (const path of ['/', '/home', '/nonsense', '/profile']) {
      const reply = await fetch(remote.panel.url + path, { redirect: 'manual' });
      expect(reply.headers.get('location')).toMatch(/^\/login/);
    }
  });
});

describe('every page', () => {
  it('has the menu in its groups, a user menu, and the copyright from 2022 on', async () => {
    const { visitor } = remote;
    await visitor.open('/profile');
    const menu = within(visitor.page.getByRole('navigation', { name: 'Main menu' }));
    for (const title of ['Home', 'Users', 'Participants', 'Quizzes', 'Send Messages'])
      expect(menu.getByRole('link', { name: title })).toBeTruthy();
    expect(visitor.page.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe(
      '/profile',
    );
    expect(visitor.page.getByRole('button', { name: 'Logout' })).toBeTruthy();
    expect(visitor.page.getByRole('contentinfo').textContent).toMatch(
      new RegExp(`2022\\D+${new Date().getFullYear()}`),
    );
  });
});

describe('the profile', () => {
  it('is a placeholder with sample data, and says so', async () => {
    await remote.visitor.open('/profile');
    expect(remote.visitor.page.getByText(/shows sample data, not yours/)).toBeTruthy();
    expect(remote.visitor.html).not.toContain('ann@study.example');
  });
});
