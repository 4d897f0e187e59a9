import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { shippedViews } from '~/lib/core/entities/shipped-views';
import { readListState } from '~/lib/core/list/list-state';
import type { ListView } from '~/lib/core/list/list-view';
import { storeNamedView } from '~/lib/core/list/named-views.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { getUserKey } from '~/lib/core/session/user-key.server';
import type { loadSavedViews } from '~/lib/views/saved-views.server';
import { loader as countries } from '../../app/routes/_signed-in+/_administration+/countries';
import { loader as layout } from '../../app/routes/_signed-in+/_layout';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { action as filters } from '../../app/routes/_signed-in+/filters.$';
import { action as filter } from '../../app/routes/_signed-in+/view.$';
import { action as change, loader as page } from '../../app/routes/_signed-in+/views.$';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;
const lists = { countries, participants };
type List = keyof typeof lists;

beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});
beforeEach(deleteViews);
// Other files open the same lists as the same users.
afterAll(deleteViews);

async function deleteViews() {
  const store = await getStore();
  await store.deleteFrom('saved_view').execute();
  await store.deleteFrom('view_choice').execute();
}

const getList = (path: string) => (/^\/(?:views\/)?(\w+)/.exec(path)?.[1] ?? '') as List;

/** Opens a list and follows its redirects. Returns the page with the address of its state. */
async function open(path: string, cookie = researcher): Promise<ListView & { href: string }> {
  const { data, headers } = await callRoute(lists[getList(path)], path, { cookie });
  const location = headers.get('location');
  if (location) return open(location, cookie);
  const view = data as ListView;
  return { ...view, href: view.closedHref };
}

/** Posts a form of the page of views for the list at this address. */
function post(address: string, form: Record<string, string>, cookie = researcher) {
  const params = { '*': getList(address) };
  return callRoute(change, `/views${address}`, { cookie, params, form });
}

/** Saves the state of a list as a view. Returns the view's id. */
async function save(
  address: string,
  form: { name: string; audience?: string },
  cookie = researcher,
): Promise<string> {
  const { headers } = await post(address, { intent: 'save', ...form }, cookie);
  return /view=([\w-]{22})$/.exec(headers.get('location') ?? '')?.[1] ?? '';
}

async function openViews(list: List, cookie = researcher) {
  const { data } = await callRoute(page, `/views/${list}`, { cookie, params: { '*': list } });
  return (data as Awaited<ReturnType<typeof loadSavedViews>>).views;
}

const readTabs = async (path: string, cookie = researcher) => (await open(path, cookie)).tabs;
const readErrors = ({ data }: Awaited<ReturnType<typeof post>>) =>
  Object.values((data as { error?: Record<string, string[]> }).error ?? {}).flat();

/** Opens a list with the filter that a form posts, which identifies a person. Returns the address. */
async function filterByStudyNumber(cookie = researcher): Promise<string> {
  const { headers } = await callRoute(filter, '/view/participants', {
    cookie,
    params: { '*': 'participants' },
    form: { study_number: 'S-7' },
  });
  return headers.get('location') ?? '';
}

describe('a view with a name', () => {
  it('opens a list whose filters can be removed', async () => {
    const id = await save('/countries?country_name=zam', { name: 'Mine' });
    const view = await open(`/countries?view=${id}`);
    expect(view.chips).toHaveLength(1);
    expect((await open(view.clearHref)).chips).toEqual([]);
    expect((await open(view.chips[0]?.href ?? '')).chips).toEqual([]);
  });

  it('opens a list whose filters that identify people can be removed', async () => {
    const id = await save(await filterByStudyNumber(), { name: 'One' });
    const view = await open(`/participants?view=${id}`);
    expect(view.chips).toHaveLength(1);
    expect(view.href).not.toContain(id);
    expect(view.href).not.toContain('S-7');
    expect((await open(view.clearHref)).chips).toEqual([]);
  });

  it('is a tab above the list, which is marked while the list has its state', async () => {
    expect(await readTabs('/countries')).toBeUndefined();
    const id = await save('/countries?sort=-country_name&country_name=zam', { name: 'Mine' });
    const tabs = await readTabs(`/countries?view=${id}`);
    expect(tabs?.links).toEqual([
      { title: 'All', href: '/countries' },
      { title: 'Mine', href: `/countries?view=${id}`, isCurrent: true },
    ]);
    expect(tabs?.moreHref).toBeUndefined();
    const other = await readTabs('/countries?country_name=zam');
    expect(other?.links.map(({ isCurrent = false }) => isCurrent)).toEqual([false, false]);
    expect((await readTabs('/countries'))?.links[0]?.isCurrent).toBe(true);
  });

  it('is one of at most 7 tabs, and the others are on the page of views', async () => {
    for (let n = 1; n <= 8; n += 1)
      await save(`/countries?country_name=${n}`, { name: `View ${n}` });
    const tabs = await readTabs('/countries?country_name=x');
    expect(tabs?.links).toHaveLength(8);
    expect(tabs?.moreHref).toBe('/views/countries?country_name=x');
  });

  it('can hold a summary in place of rows', async () => {
    const id = await save('/participants?by=own_phone&of=share', { name: 'Phones' });
    const view = await open(`/participants?view=${id}`);
    expect(view.summary).toBeDefined();
    expect(view.tabs?.links.find(({ title }) => title === 'Phones')?.isCurrent).toBe(true);
  });

  it('is renamed, unless another view of the list has the name', async () => {
    const id = await save('/countries?country_name=a', { name: 'One' });
    await save('/countries?country_name=b', { name: 'Two' });
    for (const name of ['', 'Two', 'x'.repeat(61)]) {
      const refused = await post('/countries', { intent: 'rename', view: id, name });
      expect(refused.status).toBe(400);
      expect(refused.data).toMatchObject({ view: id });
      expect(readErrors(refused)).toHaveLength(1);
    }
    await post('/countries', { intent: 'rename', view: id, name: 'Three' });
    expect((await openViews('countries')).own.map(({ name }) => name)).toEqual(['Three', 'Two']);
    expect((await open(`/countries?view=${id}`)).chips[0]?.text).toContain('a');
  });

  it('is updated to the state of the list', async () => {
    const id = await save('/countries?country_name=a', { name: 'One' });
    await post('/countries?country_name=b', { intent: 'replace', view: id });
    expect((await open(`/countries?view=${id}`)).href).toBe('/countries?country_name=b');
    await post('/countries', { intent: 'replace', view: id });
    expect((await open(`/countries?view=${id}`)).href).toBe('/countries?country_name=b');
  });

  it('names the fields that the list no longer has', async () => {
    const id = await storeNamedView(getUserKey({ id: '2', username: 'lungile' }), '/countries', {
      name: 'Old',
      query: 'country_name=zam&former=1&sort=-earlier&cols=country_name,gone',
      isShared: false,
    });
    const { href, droppedNote } = await open(`/countries?view=${id}`);
    expect(href).toBe('/countries?cols=country_name&country_name=zam');
    expect(droppedNote).toBe(
      'The list has changed since the view was saved. The view is shown without this: the order by earlier, gone, former.',
    );
  });
});

describe('a view for everybody', () => {
  it('is seen and opened by all users, and named once', async () => {
    const id = await save('/countries?country_name=zam', { name: 'Ours', audience: 'everybody' });
    expect((await openViews('countries', administrator)).shared).toMatchObject([
      { id, name: 'Ours', mayChange: true },
    ]);
    expect((await open(`/countries?view=${id}`, administrator)).chips).toHaveLength(1);
    expect((await readTabs('/countries', administrator))?.links[1]?.title).toBe('Ours');
    const refused = await post(
      '/countries?country_name=x',
      { intent: 'save', name: 'Ours' },
      administrator,
    );
    expect(readErrors(refused)[0]).toContain('The list has a view with this name');
  });

  it('cannot have filters that identify people', async () => {
    const address = await filterByStudyNumber();
    const refused = await post(address, { intent: 'save', name: 'S', audience: 'everybody' });
    expect(refused.status).toBe(400);
    expect(readErrors(refused)[0]).toMatch(/filters that identify people\. .*: Study No$/);
    const id = await save('/participants?own_phone.in=Yes', { name: 'T', audience: 'everybody' });
    await post(address, { intent: 'replace', view: id });
    expect((await open(`/participants?view=${id}`, administrator)).href).toBe(
      '/participants?own_phone.in=Yes',
    );
  });

  it('opens without a filter that has become identifying, and names it', async () => {
    const id = await storeNamedView('somebody', '/participants', {
      name: 'Old',
      query: 'study_number=S-7&own_phone.in=Yes',
      isShared: true,
    });
    const { href, droppedNote } = await open(`/participants?view=${id}`);
    expect(href).toBe('/participants?own_phone.in=Yes');
    expect(droppedNote).toMatch(/: Study No\.$/);
  });

  it('is changed and deleted only by its owner and by administrators', async () => {
    const id = await save(
      '/countries?country_name=a',
      { name: 'Theirs', audience: 'everybody' },
      administrator,
    );
    await post('/countries?country_name=b', { intent: 'replace', view: id });
    await post('/countries', { intent: 'rename', view: id, name: 'Mine' });
    await post('/countries', { intent: 'delete', view: id });
    const [seen] = (await openViews('countries')).shared;
    expect(seen).toMatchObject({ name: 'Theirs', mayChange: false });
    expect((await open(`/countries?view=${id}`)).href).toBe('/countries?country_name=a');
    const own = await save('/countries?country_name=c', { name: 'Own', audience: 'everybody' });
    await post('/countries', { intent: 'rename', view: own, name: 'Renamed' }, administrator);
    expect((await openViews('countries')).shared.map(({ name }) => name)).toContain('Renamed');
    await post('/countries', { intent: 'delete', view: own }, administrator);
    expect((await openViews('countries')).shared).toHaveLength(1);
  });

  it('is not saved or changed by a role that may not change data', async () => {
    const id = await save('/countries?country_name=a', { name: 'Own', audience: 'everybody' });
    config.RESEARCHERS_READ_ONLY = true;
    try {
      const refused = await post('/countries?country_name=b', {
        ...{ intent: 'save', name: 'New', audience: 'everybody' },
      });
      expect(refused.status).toBe(403);
      await post('/countries', { intent: 'delete', view: id });
      expect((await openViews('countries')).shared).toHaveLength(1);
      expect(await save('/countries?country_name=b', { name: 'New' })).not.toBe('');
    } finally {
      config.RESEARCHERS_READ_ONLY = false;
    }
  });

  it('is not a view of another user that only they see', async () => {
    const id = await save('/countries?country_name=a', { name: 'Mine' }, administrator);
    expect((await open(`/countries?view=${id}`)).droppedNote).toContain('belong to another user');
    await post('/countries', { intent: 'pin', view: id });
    await post('/countries', { intent: 'delete', view: id });
    expect((await openViews('countries', administrator)).own).toMatchObject([{ isPinned: false }]);
    expect((await openViews('countries')).own).toEqual([]);
  });
});

describe('a default view', () => {
  it('opens the list for its user, who can still see all rows', async () => {
    const id = await save('/countries?country_name=zam', { name: 'Mine' });
    await post('/countries', { intent: 'default', view: id });
    const view = await open('/countries');
    expect(view.href).toBe('/countries?country_name=zam');
    expect((await open('/countries', administrator)).href).toBe('/countries');
    expect(view.tabs?.links[0]?.href).toBe('/countries?view=all');
    for (const href of [view.clearHref, view.chips[0]?.href ?? '', '/countries?view=all']) {
      const all = await open(href);
      expect(all.href).toBe('/countries?view=all');
      expect(all.droppedNote).toBeUndefined();
      expect(all.tabs?.links.map(({ isCurrent = false }) => isCurrent)).toEqual([true, false]);
    }
    await post('/countries', { intent: 'no-default', view: id });
    expect((await open('/countries')).href).toBe('/countries');
  });

  it('does not open when the user empties the filters', async () => {
    const id = await save('/countries?country_name=zam', { name: 'Mine' });
    await post('/countries', { intent: 'default', view: id });
    const { hiddenInputs } = await open('/countries');
    expect(hiddenInputs).toContainEqual({ name: 'view', value: 'all' });
    expect((await open('/countries?country_name=&q=&view=all')).href).toBe('/countries?view=all');
    const posted = await callRoute(filters, '/filters/countries', {
      cookie: researcher,
      params: { '*': 'countries' },
      form: { country_name: '' },
    });
    expect(posted.headers.get('location')).toBe('/countries?view=all');
  });

  it('is one for each list, and the first tab', async () => {
    await save('/countries?country_name=a', { name: 'A' });
    for (const name of ['B', 'C']) {
      const view = await save(`/countries?country_name=${name}`, { name });
      await post('/countries', { intent: 'default', view });
    }
    expect((await openViews('countries')).own.map(({ isDefault }) => isDefault)).toEqual([
      false,
      false,
      true,
    ]);
    expect((await readTabs('/countries'))?.links[1]?.title).toBe('C');
  });

  it('ends when the view is deleted', async () => {
    const id = await save('/countries?country_name=a', { name: 'A', audience: 'everybody' });
    await post('/countries', { intent: 'default', view: id }, administrator);
    await post('/countries', { intent: 'delete', view: id });
    expect((await open('/countries', administrator)).href).toBe('/countries');
  });
});

describe('a view in the menu', () => {
  const readPinned = async (cookie = researcher) =>
    ((await callRoute(layout, '/home', { cookie })).data as { pinned: unknown }).pinned;

  it('is shown below the entry of its list, to this user alone', async () => {
    const id = await save('/countries?country_name=a', { name: 'A', audience: 'everybody' });
    await post('/countries', { intent: 'pin', view: id });
    await post('/countries', { intent: 'pin', view: id });
    const pinned = { list: '/countries', title: 'A', href: `/countries?view=${id}` };
    expect(await readPinned()).toEqual([pinned]);
    expect(await readPinned(administrator)).toEqual([]);
    await post('/countries', { intent: 'unpin', view: id });
    expect(await readPinned()).toEqual([]);
  });

  it('is one of at most 10', async () => {
    for (let n = 1; n <= 11; n += 1) {
      const view = await save(`/countries?country_name=${n}`, { name: `View ${n}` });
      await post('/countries', { intent: 'pin', view });
    }
    expect(await readPinned()).toHaveLength(10);
  });

  it.each(['nothing', 'A'.repeat(22)])('is not %s, which is no view of the list', async (view) => {
    await post('/countries', { intent: 'pin', view });
    await post('/countries', { intent: 'default', view });
    expect(await readPinned()).toEqual([]);
    expect((await open('/countries')).href).toBe('/countries');
  });
});

describe('a view that comes with the panel', () => {
  it.each(shippedViews.map((view) => [view.title, view] as const))(
    '%s: filters only existing fields, and none that identify people',
    (_, { name, list, query }) => {
      const found = ['participant', 'last-seen', 'conversation-summary', 'phone', 'follow-up']
        .map((entity) => getEntity(entity as 'participant'))
        .find((entity) => entity.list.path === list);
      if (!found) throw new Error(`no list ${list}`);
      const state = readListState(found.list, new URLSearchParams(query));
      expect(state).toMatchObject({ dropped: [], refused: [] });
      // The store tells shipped views from saved ones, whose ids have 22 characters.
      expect(name.length).toBeLessThan(22);
    },
  );

  it('is a tab of its list, and can be pinned and opened by default', async () => {
    const tabs = await readTabs('/participants');
    const prep = tabs?.links.find(({ title }) => title === 'Interested in PrEP, not started');
    expect(prep?.href).toBe('/participants?view=prep-not-started');
    expect((await open(prep?.href ?? '')).href).toMatch(/^\/participants\?srh_prep_interest\.in=/);
    expect((await readTabs(prep?.href ?? ''))?.links).toContainEqual({ ...prep, isCurrent: true });
    await post('/participants', { intent: 'default', view: 'prep-not-started' });
    expect((await open('/participants')).chips).toHaveLength(1);
    expect((await openViews('participants')).shared).toEqual([]);
    const { shipped } = await openViews('participants');
    expect(shipped.find(({ isDefault }) => isDefault)).toMatchObject({
      ...{ id: 'prep-not-started', mayChange: false },
    });
    await post('/participants', { intent: 'delete', view: 'prep-not-started' });
    expect((await openViews('participants')).shipped).toEqual(shipped);
  });
});
