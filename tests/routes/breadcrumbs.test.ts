import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { home, menu } from '~/lib/menu';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { exportFull } from '../support/full-export';
import { screens, sweptScreens } from '../support/panel-screens';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/**
 * The screens to which the menu, the header, the footer and the tabs of the audit trail lead. They are not below a
 * list.
 */
const topScreens = new Set([
  home.path,
  '/profile',
  '/search',
  '/shortcuts',
  '/audit/sign-ins',
  '/audit/errors',
  '/audit/accesses',
  ...menu.flatMap(({ items }) => items.map(({ path }) => path)),
]);

const findNav = ({ page }: Visitor) => page.queryByRole('navigation', { name: 'Breadcrumb' });

/** Returns the breadcrumbs of a page as text, and the marked entry of the menu. */
function readBreadcrumbs(visitor: Visitor) {
  const nav = findNav(visitor);
  const items = nav ? within(nav).getAllByRole('listitem') : [];
  const marked = visitor.page
    .getByRole('navigation', { name: 'Main menu' })
    .querySelectorAll('[aria-current]');
  return {
    trail: items.map((item) => item.textContent).join(' › '),
    marked: [...marked].map((link) => link.textContent).join(),
  };
}

/** Returns the address of a breadcrumb. */
const findHref = (visitor: Visitor, name: string) => {
  const nav = findNav(visitor);
  return nav && within(nav).getByRole('link', { name }).getAttribute('href');
};

async function findName(table: string, column: string, key: string, id: number | string) {
  const [row] = (await demo.sql(`select ${column} as name from ${table} where ${key} = ?`, id)) as {
    name: string;
  }[];
  return String(row?.name);
}

it('a page for strangers has no breadcrumbs', async () => {
  const visitor = await demo.stranger().open('/facility/edit/3');
  expect(visitor.url).toContain('/login');
  expect(findNav(visitor)).toBeNull();
});

it('a record that does not exist has breadcrumbs too, which lead to its list', async () => {
  const visitor = await (await demo.signedIn()).open('/country/edit/99999');
  expect(visitor.status).toBe(404);
  expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Edit country');
  expect(readBreadcrumbs(visitor)).toEqual({
    trail: 'Home › Administration › Countries › country 99999',
    marked: 'Countries',
  });
});

it('every screen below a list has breadcrumbs that end with the current page, and a marked entry in the menu', async () => {
  const visitor = await demo.signedIn();
  const below = screens.filter((screen) => !topScreens.has(screen.split('?')[0] ?? ''));
  expect(below.length).toBeGreaterThan(40);
  for (const screen of below.filter((path) => sweptScreens.includes(path))) {
    await visitor.open(screen);
    const current = findNav(visitor)?.querySelectorAll('li [aria-current]') ?? [];
    expect(
      [...current].map((one) => one.getAttribute('aria-current')),
      screen,
    ).toEqual(['page']);
    const items = findNav(visitor)?.querySelectorAll('ol > li') ?? [];
    expect([...items].at(-1)?.contains(current[0] ?? null), screen).toBe(true);
    const links = findNav(visitor)?.querySelectorAll('a') ?? [];
    expect([...links].map((link) => link.getAttribute('href'))[0], screen).toBe('/home');
    const { marked } = readBreadcrumbs(visitor);
    if (!screen.startsWith('/profile')) expect(marked, screen).not.toBe('');
    expect(marked, screen).not.toContain(',');
  }
  for (const screen of sweep([...topScreens], (_screen, index) => index % 5 === 0)) {
    await visitor.open(screen);
    expect(findNav(visitor), screen).toBeNull();
  }
});

describe('the breadcrumbs', () => {
  it('lead back to the list as it was filtered, and the heading names the record', async () => {
    const name = await findName('facility', 'facility_name', 'facility_id', 3);
    const visitor = await demo.signedIn();
    await visitor.open('/facility/edit/3?list=page%3D2%26sort%3D-facility_name');
    expect(readBreadcrumbs(visitor)).toEqual({
      trail: `Home › Administration › Facilities › ${name}`,
      marked: 'Facilities',
    });
    const list = '/facilities?page=2&sort=-facility_name';
    expect(findHref(visitor, 'Facilities')).toBe(list);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(`Edit ${name}`);
    expect(visitor.title).toBe('Edit facility');
    await visitor.open('/delete/facility/3?list=page%3D2%26sort%3D-facility_name');
    expect(readBreadcrumbs(visitor).trail).toBe(
      `Home › Administration › Facilities › ${name} › Delete`,
    );
    expect(findHref(visitor, 'Facilities')).toBe(list);
    expect(findHref(visitor, name)).toBe('/facility/edit/3');
    await visitor.open('/facility/add?list=page%3D2');
    expect(readBreadcrumbs(visitor).trail).toBe(
      'Home › Administration › Facilities › Add facility',
    );
    for (const [page, title] of [
      ['columns', 'Columns'],
      ['filters', 'Filters'],
      ['views', 'Views'],
    ]) {
      await visitor.open(`/${page}/facilities?page=2`);
      expect(readBreadcrumbs(visitor).trail).toBe(`Home › Administration › Facilities › ${title}`);
      expect(findHref(visitor, 'Facilities')).toBe('/facilities?page=2');
    }
  });

  it('of a history and of a change lead to the record and to the history', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/color/edit/2');
    await visitor.press('Save', { Name: 'Teal of the tests' });
    await visitor.follow('Record history');
    const history = new URL(visitor.url).pathname;
    expect(readBreadcrumbs(visitor)).toEqual({
      trail: 'Home › Administration › Colors › Teal of the tests › History',
      marked: 'Colors',
    });
    expect(findHref(visitor, 'Teal of the tests')).toBe('/color/edit/2');
    const [undo] = visitor.page.getAllByRole('link', { name: 'Take back' });
    await visitor.open(undo?.getAttribute('href') ?? '');
    expect(readBreadcrumbs(visitor)).toEqual({
      trail: 'Home › Administration › Colors › Teal of the tests › History › Take back a change',
      marked: 'Colors',
    });
    expect(findHref(visitor, 'History')).toBe(history);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      'Take back a change of Teal of the tests',
    );
    await visitor.open(`/columns${history}`);
    expect(readBreadcrumbs(visitor).trail).toBe(
      'Home › Administration › Colors › History › Columns',
    );
  });

  it('of a record that can be restored lead back to the filtered bin', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/delete/color/6');
    const called = visitor.page.getByRole('heading', { level: 1 }).textContent?.slice(7, -1);
    await visitor.press('Delete');
    await visitor.open('/bin?deleted_type=Color');
    expect(findNav(visitor)).toBeNull();
    await visitor.follow(`Restore ${called}`);
    expect(readBreadcrumbs(visitor)).toEqual({
      trail: `Home › Administration › Bin › Restore ${called}`,
      marked: 'Bin',
    });
    expect(findHref(visitor, 'Bin')).toBe('/bin?deleted_type=Color');
  });

  it('distinguish the phones of the messenger from those of SMS', async () => {
    const visitor = await demo.signedIn();
    const sms = await findName('sms_phone', 'sms_phone_name', 'sms_phone_id', 1);
    await visitor.open('/sms-phone/edit/1');
    expect(readBreadcrumbs(visitor).trail).toBe(`Home › SMS › SMS Phones › ${sms}`);
    const phone = await findName('phone', 'phone_name', 'phone_number', '+260000000002');
    await visitor.open('/phone/edit/%2B260000000002');
    expect(readBreadcrumbs(visitor).trail).toBe(`Home › Messenger › Phones › ${phone}`);
    await visitor.open('/phone/participants/%2B260000000007');
    expect(readBreadcrumbs(visitor).trail).toBe(
      'Home › Messenger › Phones › +260000000007 › Linked participants',
    );
    expect(findHref(visitor, '+260000000007')).toMatch(/^\/phone\/edit\/[\w-]{38,}$/);
  });
});

describe('a chat', () => {
  const phone = '+260000000001';
  const conversations = `Conversations of ${phone}`;
  const findBack = ({ page }: Visitor) =>
    page.getByRole('link', { name: /^Back to/ }).getAttribute('href');

  it('that was not opened from a phone leads back to all conversations', async () => {
    const visitor = await (await demo.signedIn()).open('/phone/chat/chat-0001');
    expect(readBreadcrumbs(visitor)).toEqual({
      trail: 'Home › Messenger › Conversations › Chat',
      marked: 'Conversations',
    });
    expect(findBack(visitor)).toBe('/conversations');
  });

  it('leads back to the conversations of the phone, also from its transcript and when it is filtered', async () => {
    const visitor = await demo.signedIn();
    await visitor.open(`/phone/conversations/${encodeURIComponent(phone)}`);
    const list = new URL(visitor.url).pathname;
    expect(readBreadcrumbs(visitor).trail).toBe(
      `Home › Messenger › Conversations › ${conversations}`,
    );
    const chat = visitor.document.querySelector('main a[href^="/phone/chat/"]');
    const path = chat?.getAttribute('href') ?? '';
    expect(path).toMatch(/^\/phone\/chat\/[\w-]{38,}$/);
    for (const address of [path, `${path}?statusName=Active&page=2`, `${path}/transcript`]) {
      await visitor.open(address);
      expect(visitor.status).toBe(200);
      expect(readBreadcrumbs(visitor)).toEqual({
        trail: `Home › Messenger › Conversations › ${conversations} › Chat`,
        marked: 'Conversations',
      });
      expect(findHref(visitor, conversations)).toBe(list);
      expect(findBack(visitor)).toBe(list);
      expect(visitor.page.queryByText('No Data')).toBeNull();
    }
    for (const page of ['columns', 'filters', 'views']) {
      await visitor.open(`/${page}${path}`);
      expect(readBreadcrumbs(visitor).trail).toMatch(new RegExp(`${phone.slice(1)} › Chat › `));
      expect(findHref(visitor, 'Chat')).toBe(path);
    }
    const file = await exportFull(visitor, `${path}?size=5`);
    expect((await file.text()).split('\n').length).toBeGreaterThan(2);
  });
});
