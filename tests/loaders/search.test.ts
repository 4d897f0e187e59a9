import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { settleEntries } from '~/lib/core/host/audit.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { searchLimits } from '~/lib/search/find-group.server';
import { MAX_RUNNING } from '~/lib/search/search-all.server';
import type { SearchGroup, SearchView } from '~/lib/search/search-view';
import { loader as list } from '../../app/routes/_signed-in+/_main-app+/participants';
import { action, loader } from '../../app/routes/_signed-in+/search';
import { action as suggestions } from '../../app/routes/_signed-in+/search_.suggestions';
import { action as openList } from '../../app/routes/_signed-in+/view.$';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;
beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  const participants = Array.from({ length: 12 }, (_, n) => ({
    id: 9001 + n,
    study_number: `Q-${String(n + 1).padStart(5, '0')}`,
    phone_number: `+26097755${String(n + 1).padStart(4, '0')}`,
    residency: 'Quiet Valley',
  }));
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db.insertInto('participant').values(participants).execute();
  await db
    .insertInto('phone')
    .values([
      { phone_id: 9001, phone_name: 'Bupe Quinn', phone_number: '+260977550001', phone_status: 3 },
      { phone_id: 9002, phone_name: 'Chola Quinn', phone_number: '+260977559999', phone_status: 3 },
      { phone_id: 9003, phone_name: 'Zoë Ząb', phone_number: '“0977 55 8888”', phone_status: 3 },
    ])
    .execute();
  await db
    .insertInto('user_account')
    .values({
      user_id: 9001,
      user_username: 'ann.q',
      user_fname: 'Anneliese',
      user_email: 'ann@example.org',
      user_role: 2,
      user_status: 1,
    })
    .execute();
});
const limits = { ...searchLimits };
// Even on a busy machine, no search takes as long.
beforeEach(() => Object.assign(searchLimits, { groupMs: 60_000, identifyMs: 60_000 }));
afterEach(() => {
  Object.assign(searchLimits, limits);
  vi.restoreAllMocks();
});

const post = (find: string, cookie = administrator) =>
  callRoute(action, '/search', { cookie, form: { find } });

/** Posts a search, follows its redirect to the search page, and returns the page's data. */
async function search(text: string, cookie = administrator): Promise<SearchView> {
  const { headers } = await post(text, cookie);
  const location = headers.get('location') ?? '';
  expect(location).toMatch(/^\/search\?view=[\w-]{22}$/);
  return (await callRoute(loader, location, { cookie })).data as SearchView;
}

/** Lets searches wait only briefly for a list, for tests in which a list never answers. */
const shortenLimits = () => Object.assign(searchLimits, { groupMs: 1_000, identifyMs: 500 });

const findGroup = ({ groups }: SearchView, title: string) =>
  groups.find((group) => group.title === title);

describe('a search', () => {
  it('by a visitor who is not signed in leads to the sign-in page', async () => {
    const answer = await callRoute(action, '/search', { form: { find: 'Quinn' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login']);
  });

  it('that another site posts is refused', async () => {
    const headers = { origin: 'https://evil.example' };
    const form = { find: 'Quinn' };
    const answer = await callRoute(action, '/search', { cookie: administrator, form, headers });
    expect(answer.status).toBe(403);
  });

  it('for a text that is too long answers 400 with the reason, and does not repeat the text', async () => {
    const { status, data } = await post('q'.repeat(201));
    expect(status).toBe(400);
    expect(data).toEqual({ problem: 'Enter 200 characters or fewer' });
  });

  it.each(['', '  ', '\u0000\t'])('for the empty text %j only opens the page', async (text) => {
    expect((await post(text)).headers.get('location')).toBe('/search');
  });

  it('is shown only to its user', async () => {
    const location = (await post('Quinn')).headers.get('location') ?? '';
    const view = (await callRoute(loader, location, { cookie: researcher })).data as SearchView;
    expect(view).toMatchObject({ searchText: '', groups: [] });
    expect(view.problem).toContain('belongs to somebody else');
    const { data } = await callRoute(loader, '/search?view=unknown', { cookie: administrator });
    expect(data).toMatchObject({ problem: expect.stringContaining('expired') });
  });

  it('can be made by a read-only role', async () => {
    config.RESEARCHERS_READ_ONLY = true;
    onTestFinished(() => {
      config.RESEARCHERS_READ_ONLY = false;
    });
    expect(findGroup(await search('Quinn', researcher), 'Phones')?.total).toBe(2);
  });

  it('finds only the screens that the user may open', async () => {
    const titlesFor = async (cookie: string) =>
      findGroup(await search('import', cookie), 'Screens')?.hits.map(({ title }) => title) ?? [];
    expect(await titlesFor(administrator)).toEqual(['Import Data']);
    expect(await titlesFor(researcher)).toEqual([]);
  });

  it('is refused with 429 if too many searches of the user are running, and keeps its text', async () => {
    shortenLimits();
    vi.spyOn(getApiHost(), 'list').mockReturnValue(new Promise(() => {}));
    const all = Array.from({ length: MAX_RUNNING }, () => post('Quinn'));
    const { headers } = await post('Quiet Valley');
    const location = headers.get('location') ?? '';
    expect(location).toMatch(/^\/search\?view=[\w-]{22}$/);
    const page = await callRoute(loader, location, { cookie: administrator });
    expect([page.status, page.data]).toEqual([
      429,
      expect.objectContaining({
        searchText: 'Quiet Valley',
        groups: [],
        problem: 'Your earlier searches are still running. Try again in a few seconds.',
      }),
    ]);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 302));
  });
});

describe('an identifier', () => {
  it.each([
    ['a study number', 'Q-00007', /^\/participant\/view\/[\w-]{20,}$/],
    [
      'a study number in lower case, with spaces around it',
      ' q-00007 ',
      /^\/participant\/view\/[\w-]{20,}$/,
    ],
    ['a phone number', '+260977559999', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number with spaces', '+260 97 755 9999', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number without its sign', '260977559999', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number as inside the country', '0977 55-9999', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number with 00', '00260977559999', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number in quotation marks', '“+260 977559999”', /^\/phone\/edit\/[\w-]{20,}$/],
    ['a phone number with a spaced record', '097-755-8888', /^\/phone\/edit\/[\w-]{20,}$/],
    ['an account name', 'ann.q', /^\/user\/edit\/9001$/],
  ])('%s leads to its record', async (_what, text, address) => {
    const location = (await post(text)).headers.get('location');
    expect(location).toMatch(address);
    expect(location).not.toContain(text.trim());
  });

  it.each([
    ['the end of a phone number, which is the id of somebody else', '9007'],
    ['a part of a study number of one record', '00007'],
    ['a part of a phone number of one record', '7559999'],
    ['the number of another country', '+27977559999'],
    ['an e-mail address', 'ann@example.org'],
    ['a first name', 'Anneliese'],
  ])('is not %s, which leads to the results', async (_what, text) => {
    expect((await post(text)).headers.get('location')).toMatch(/^\/search\?view=[\w-]{22}$/);
  });

  it('of several records leads to the results, which begin with them', async () => {
    const { db } = await openEmbeddedHost();
    await db.insertInto('participant').values({ id: 9100, study_number: 'Q-0000' }).execute();
    await db.insertInto('facility').values({ facility_id: 9100, facility_name: 'Q' }).execute();
    const view = await search('9100');
    expect(view.groups.map(({ title, total }) => [title, total])).toEqual([
      ['Participants', 1],
      ['Facilities', 1],
    ]);
    await db.insertInto('participant').values({ id: 9101, study_number: 'Q-0000' }).execute();
    const rows = findGroup(await search('Q-0000'), 'Participants')?.hits;
    expect(rows?.slice(0, 2).map(({ title }) => title)).toEqual(['Q-0000', 'Q-0000']);
    await db.deleteFrom('participant').where('id', 'in', [9100, 9101]).execute();
  });
});

describe('the results', () => {
  it('show five records of a list, their number, and lead to the list of exactly these records', async () => {
    const view = await search('q-000');
    const group = findGroup(view, 'Participants');
    expect(group).toMatchObject({ total: 12, icon: 'user-round' });
    expect(group?.hits).toHaveLength(5);
    expect(group?.hits[0]).toMatchObject({
      title: expect.stringMatching(/^Q-000\d\d$/),
      details: expect.stringMatching(/^\+26097755/),
    });
    expect(group?.all?.href).toBe('/view/participants');
    const form = Object.fromEntries((group?.all?.fields ?? []).map((one) => [one.name, one.value]));
    const params = { '*': 'participants' };
    const opened = await callRoute(openList, '/view/participants', {
      cookie: administrator,
      params,
      form,
    });
    const address = opened.headers.get('location') ?? '';
    expect(address).not.toMatch(/q-000/i);
    const { data } = await callRoute(list, address, { cookie: administrator });
    expect(data).toMatchObject({ q: 'q-000', pager: { total: 12 } });
  });

  it('find a part of a phone number as it is written inside the country', async () => {
    const view = await search('0977 550 00');
    expect(findGroup(view, 'Participants')?.total).toBe(9);
    expect(findGroup(view, 'Phones')?.hits.map(({ title }) => title)).toEqual(['Bupe Quinn']);
  });

  it.each(['zab zoe', 'ZOE', 'Zoe\u0308'])('find a name without its accents: %j', async (text) => {
    const hits = findGroup(await search(text), 'Phones')?.hits;
    expect(hits?.map(({ title }) => title)).toEqual(['Zoë Ząb']);
  });

  it('do not include records that match only in other fields', async () => {
    expect((await search('Quiet Valley')).groups).toEqual([]);
  });

  it('of a text of two characters contain only screens', async () => {
    const view = await search('sm');
    expect(view.isShort).toBe(true);
    expect(view.groups.map(({ title }) => title)).toEqual(['Screens']);
    expect((await search('Q-')).groups).toEqual([]);
  });

  it('show a message for a list that does not answer, and the records of the others', async () => {
    const host = getApiHost();
    const original = host.list.bind(host);
    const { headers } = await post('Quinn');
    shortenLimits();
    vi.spyOn(host, 'list').mockImplementation((path, ...rest) =>
      path.startsWith('participant') ? new Promise(() => {}) : original(path, ...rest),
    );
    const answer = await callRoute(loader, headers.get('location') ?? '', {
      cookie: administrator,
    });
    const view = answer.data as SearchView;
    expect(findGroup(view, 'Participants')).toMatchObject({
      hits: [],
      error: 'An error occured when loading participants from server',
    });
    expect(findGroup(view, 'Phones')?.total).toBe(2);
  });

  it('leave out a list that the host does not have', async () => {
    const { headers } = await post('Quinn');
    const error = { kind: 'missing', status: 404 } as const;
    vi.spyOn(getApiHost(), 'list').mockResolvedValue({ ok: false, error });
    const answer = await callRoute(loader, headers.get('location') ?? '', {
      cookie: administrator,
    });
    expect((answer.data as SearchView).groups).toEqual([]);
  });

  it('leave an audit entry that names the view but not the text, and an access with the number of records', async () => {
    await settleAccesses();
    const store = await getStore();
    await store.deleteFrom('access_log').execute();
    const location = (await post('Quinn')).headers.get('location') ?? '';
    await callRoute(loader, location, { cookie: administrator });
    await settleEntries();
    await settleAccesses();
    const { db } = await openEmbeddedHost();
    const entries = await db
      .selectFrom('audit_entry')
      .selectAll()
      .orderBy('audit_id', 'desc')
      .limit(1)
      .execute();
    expect(JSON.stringify(entries)).toContain(`Viewed Search ${location.split('=')[1]}`);
    expect(JSON.stringify(entries)).not.toContain('Quinn');
    const accesses = await store.selectFrom('access_log').selectAll().execute();
    expect(accesses).toMatchObject([
      { access_kind: 'Search', access_list: 'phone', access_count: 2 },
    ]);
  });
});

describe('suggestions', () => {
  const suggest = (find: string, cookie?: string) =>
    callRoute(suggestions, '/search/suggestions', { cookie, form: { find } });

  it('are not made for a visitor who is not signed in, nor for a text that is too long', async () => {
    expect((await suggest('Quinn')).headers.get('location')).toBe('/login');
    expect((await suggest('q'.repeat(201), administrator)).status).toBe(400);
  });

  it('are up to three matches of each group', async () => {
    const { response } = await suggest('q-000', researcher);
    expect(response?.headers.get('cache-control')).toBe('no-store');
    const groups: SearchGroup[] = await response?.json();
    expect(groups.map(({ title, hits }) => [title, hits.length])).toEqual([['Participants', 3]]);
    const screens: SearchGroup[] = await (await suggest('s', researcher)).response?.json();
    expect(screens[0]?.hits).toHaveLength(3);
  });

  it('leave out a list that does not answer', async () => {
    Object.assign(searchLimits, { groupMs: 200, identifyMs: 200 });
    vi.spyOn(getApiHost(), 'list').mockReturnValue(new Promise(() => {}));
    const { response } = await suggest('phones', administrator);
    expect(await response?.json()).toMatchObject([{ title: 'Screens' }]);
  });
});
