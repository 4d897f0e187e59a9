import { beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { countWrite } from '~/lib/core/host/writes.server';
import type { FilterField, FilterGroup } from '~/lib/core/list/filter-page-view';
import type { ListView } from '~/lib/core/list/list-view';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as columns } from '../../app/routes/_signed-in+/columns.$';
import { action as exportList } from '../../app/routes/_signed-in+/export.$';
import { action, loader } from '../../app/routes/_signed-in+/filters.$';
import { action as view } from '../../app/routes/_signed-in+/view.$';
import { loader as savedViews, action as saveView } from '../../app/routes/_signed-in+/views.$';
import { callRoute, signedInAs } from '../support/call-route';

const PATH = '/filters/participants';
/** The pages about the state of a list, which its address contains. */
const subpages = [
  [PATH, loader],
  ['/columns/participants', columns],
  ['/views/participants', savedViews],
] as const;
let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  const answers = ['Interested', 'Not interested', 'Very interested', null];
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values(
      Array.from({ length: 40 }, (_, index) => ({
        study_number: `S-${index}`,
        srh_prep_interest: answers[index % answers.length] ?? null,
        peer_navigator: index < 10 ? 'ann@study.example' : 'pn1',
      })),
    )
    .execute();
  // The values of the field may be cached from other test files.
  countWrite();
});

const call = (search = '') =>
  callRoute(loader, `${PATH}${search}`, { cookie, params: { '*': 'participants' } });
const post = (form: [string, string][]) =>
  callRoute(action, PATH, { cookie, params: { '*': 'participants' }, form });

async function readGroups(search = ''): Promise<FilterGroup[]> {
  const { status, data } = await call(search);
  expect(status).toBe(200);
  return (data as { groups: FilterGroup[] }).groups;
}

async function readField(field: string, search = ''): Promise<FilterField | undefined> {
  const groups = await readGroups(search);
  return groups.flatMap(({ fields }) => fields).find((one) => one.field === field);
}

async function openList(search: string): Promise<ListView> {
  const { data } = await callRoute(participants, `/participants${search}`, { cookie });
  return data as ListView;
}

describe('the page of all filters', () => {
  it('is not shown, and sets no filter, without a session or for a list that does not exist', async () => {
    const params = { '*': 'participants' };
    const form = { 'own_phone.in': 'Yes' };
    for (const answer of [
      await callRoute(loader, PATH, { params }),
      await callRoute(action, PATH, { params, form }),
    ])
      expect(answer.headers.get('location')).toMatch(/^\/login/);
    const nowhere = { cookie, params: { '*': 'nowhere' } };
    for (const answer of [
      await callRoute(loader, '/filters/nowhere', nowhere),
      await callRoute(action, '/filters/nowhere', { ...nowhere, form }),
    ])
      expect(answer.headers.get('location')).toBe('/home');
  });

  it('leads to the list without the filters that are not valid', async () => {
    const values = Array.from({ length: 31 }, (_, index): [string, string] => [
      'srh_prep_interest.in',
      String(index),
    ]);
    const { status, headers } = await post([
      ...values,
      ['next_date.how', 'ago'],
      ['next_date.days', '99999'],
      ['id.low', 'many'],
    ]);
    expect(status).toBe(302);
    const location = headers.get('location') ?? '';
    expect(location).toBe('/participants?ignored=id.min,next_date.to,srh_prep_interest.in');
    expect((await openList(location.slice('/participants'.length))).droppedNote).toBe(
      'The list is shown without this, because it was not understood or is too long: ID, Next Followup Date, PrEP Interest.',
    );
  });

  it.each(subpages)(
    'says what it leaves out of the address, like the list: %s',
    async (path, page) => {
      const open = async (search: string) => {
        const params = { '*': 'participants' };
        const { status, data } = await callRoute(page, `${path}${search}`, { cookie, params });
        expect(status).toBe(200);
        return (data as Pick<ListView, 'droppedNote'>).droppedNote;
      };
      for (const search of [
        '?nowhere=1&own_phone.in=Yes',
        '?next_date.from=soon',
        '?ignored=next_date.from,study_number',
        `?view=${'A'.repeat(22)}`,
        '?by=study_number',
      ]) {
        const { droppedNote } = await openList(search);
        expect(droppedNote).toBeTruthy();
        expect(await open(search)).toBe(droppedNote);
      }
      expect(await open('?own_phone.in=Yes')).toBeUndefined();
    },
  );

  it('has all columns in their groups, including those that the list does not show', async () => {
    const groups = await readGroups();
    expect(groups.map(({ title }) => title)).toContain('PrEP interest');
    const { chooserHref } = await openList('');
    expect(chooserHref).toBe('/columns/participants');
    expect(await readField('srh_prep_interest')).toMatchObject({ title: 'PrEP Interest' });
  });

  it('offers the values of answers and of navigators with their numbers of rows', async () => {
    expect(await readField('srh_prep_interest')).toMatchObject({
      emptyCount: 10,
      control: {
        kind: 'values',
        options: [
          { value: 'Interested', count: 10 },
          { value: 'Not interested', count: 10 },
          { value: 'Very interested', count: 10 },
        ],
      },
    });
    expect(await readField('peer_navigator')).toMatchObject({
      control: { options: [{ count: 10 }, { value: 'pn1', count: 30 }] },
    });
  });

  it('offers no values of fields that identify people or have more than 30 values', async () => {
    for (const field of ['study_number', 'phone_number', 'residency'])
      expect(await readField(field)).toMatchObject({ control: { kind: 'text', text: '' } });
    expect(await readField('study_number')).not.toHaveProperty('emptyCount', expect.anything());
  });

  it('shows the filters of the address and of its view', async () => {
    const opened = await call('?study_number=S-1&srh_prep_interest.in=Interested');
    const location = opened.headers.get('location') ?? '';
    expect(location).toMatch(
      /^\/filters\/participants\?srh_prep_interest\.in=Interested&view=[\w-]{22}$/,
    );
    const search = new URL(location, 'http://panel.test').search;
    expect(await readField('study_number', search)).toMatchObject({
      isActive: true,
      control: { how: 'contains', text: 'S-1' },
    });
    expect(await readField('srh_prep_interest', search)).toMatchObject({ isActive: true });
  });

  it('leads back to the list with the filters, the columns and the order', async () => {
    const { headers } = await post([
      ['sort', '-next_date'],
      ['cols', 'study_number,next_date'],
      ['srh_prep_interest.in', 'Interested'],
      ['srh_prep_interest.in', 'Very interested'],
      ['srh_prep_interest.none', 'yes'],
      ['next_date.how', 'ago'],
      ['next_date.days', '30'],
    ]);
    expect(headers.get('location')).toBe(
      '/participants?sort=-next_date&cols=study_number,next_date' +
        '&srh_prep_interest.in=Interested&srh_prep_interest.in=Very+interested&srh_prep_interest.empty=yes' +
        '&next_date.to=today-30d',
    );
  });

  it('keeps filters that identify people out of the address', async () => {
    const { headers } = await post([
      ['study_number.how', 'is'],
      ['study_number.text', 'S-7'],
      ['phone_number.none', 'yes'],
      ['peer_navigator.in', 'ann@study.example'],
    ]);
    const location = headers.get('location') ?? '';
    expect(location).toMatch(/^\/participants\?phone_number\.empty=yes&view=[\w-]{22}$/);
    const { chips } = await openList(location.slice('/participants'.length));
    expect(chips.map(({ text }) => text).sort()).toEqual([
      'Peer Navigator is ann@study.example',
      'Phone Number is empty',
      'Study No is “S-7”',
    ]);
  });

  it('stores filters in a view, and leads to the list without a view if they are empty', async () => {
    const { headers } = await post([['study_number.text', 'S-1']]);
    const search = (headers.get('location') ?? '').slice('/participants'.length);
    expect((await openList(search)).pager.total).toBe(11);
    expect((await post([['study_number.text', '']])).headers.get('location')).toBe('/participants');
  });
});

describe('a filter that identifies people and is not understood', () => {
  const LONG = 'S'.repeat(201);
  const NOTE =
    'The list is shown without this, because it was not understood or is too long: Study No.';

  const postView = (form: Record<string, string>) =>
    callRoute(view, '/view/participants', { cookie, params: { '*': 'participants' }, form });

  it('is named by the list to which its address redirects, without its value', async () => {
    const { headers } = await callRoute(participants, `/participants?study_number=${LONG}`, {
      cookie,
    });
    expect(headers.get('location')).toBe('/participants?ignored=study_number');
    const { droppedNote, pager, chips } = await openList('?ignored=study_number');
    expect(droppedNote).toBe(NOTE);
    expect(pager.total).toBe(40);
    expect(chips).toEqual([]);
  });

  it('is named if it is a date of birth that cannot be read, or a posted one', async () => {
    const opened = await callRoute(participants, '/participants?birthday.from=1990', { cookie });
    const posted = await post([['birthday.low', '31/12/1990']]);
    for (const { headers } of [opened, posted])
      expect(headers.get('location')).toBe('/participants?ignored=birthday.from');
    expect((await openList('?ignored=birthday.from')).droppedNote).toBe(
      NOTE.replace('Study No', 'DOB'),
    );
  });

  it('is named beside the filters that are understood', async () => {
    const { headers } = await callRoute(
      participants,
      `/participants?phone_number=097&study_number.is=${LONG}&own_phone.empty=perhaps&nowhere=1`,
      { cookie },
    );
    const location = headers.get('location') ?? '';
    expect(location).toMatch(
      /^\/participants\?view=[\w-]{22}&ignored=study_number\.is,own_phone\.empty&nowhere=1$/,
    );
    const { droppedNote, chips } = await openList(location.slice('/participants'.length));
    expect(droppedNote).toBe(
      'Part of the address was not understood and has been left out: nowhere. ' +
        'The list is shown without this, because it was not understood or is too long: Study No, Own Phone.',
    );
    expect(chips.map(({ text }) => text)).toEqual(['Phone Number contains “097”']);
  });

  it('is named after it was posted from the list', async () => {
    const { headers } = await postView({ study_number: LONG, q: LONG });
    expect(headers.get('location')).toBe('/participants?ignored=q,study_number');
    expect((await openList('?ignored=q,study_number')).droppedNote).toBe(
      NOTE.replace('Study No', 'Search, Study No'),
    );
  });

  it('is no longer named on the other pages of the list', async () => {
    const { pager, columns, search } = await openList('?ignored=study_number&size=20');
    expect(search).toBe('size=20');
    expect(JSON.stringify([pager, columns])).not.toContain('ignored');
  });

  it('is reported again when a posted view is no longer stored', async () => {
    const { headers } = await postView({ view: 'A'.repeat(22), own_phone: 'Yes' });
    expect(headers.get('location')).toBe('/participants?own_phone=Yes&ignored=view');
    expect((await openList('?own_phone=Yes&ignored=view')).droppedNote).toBe(
      'The filters of this address have expired or belong to another user. Set them again.',
    );
  });

  it('prevents an export, because the file would have all rows', async () => {
    for (const [search, ignored] of [
      [`view=${'A'.repeat(22)}`, 'view'],
      [`study_number=${LONG}`, 'study_number'],
      ['birthday.from=1990', 'birthday.from'],
    ]) {
      const { headers } = await callRoute(exportList, `/export/participants?${search}`, {
        cookie,
        params: { '*': 'participants' },
        form: {},
      });
      expect(headers.get('location')).toBe(`/participants?ignored=${ignored}`);
    }
  });

  it('has a name of the list’s own, whatever the address says', async () => {
    const { droppedNote } = await openList('?ignored=Call+Ann,__proto__,study_number');
    expect(droppedNote).toBe(NOTE);
    const { headers } = await callRoute(participants, '/participants?ignored=Call+Ann', { cookie });
    expect(headers.get('location')).toBe('/participants');
  });
});

describe('the list', () => {
  it('offers the values of a column in its heading, and shows the chosen value', async () => {
    const { columns } = await openList('?cols=srh_prep_interest&srh_prep_interest.in=Interested');
    expect(columns[0]?.filter).toEqual({
      kind: 'choice',
      name: 'srh_prep_interest.in',
      value: 'Interested',
      options: ['Interested', 'Not interested', 'Very interested'],
    });
  });

  it.each([
    ['.in=Interested&srh_prep_interest.in=Very+interested', '2 values', 20],
    ['.in=Interested&srh_prep_interest.empty=yes', 'Interested or empty', 20],
    ['.empty=yes', 'Empty', 10],
    ['.empty=no', 'Not empty', 30],
  ])('leads from the filter %s to the page of all filters', async (filter, text, total) => {
    const search = `srh_prep_interest${filter}`;
    const { columns, pager } = await openList(`?cols=srh_prep_interest&${search}`);
    expect(pager.total).toBe(total);
    expect(columns[0]?.filter).toEqual({
      kind: 'other',
      text,
      href: `/filters/participants?cols=srh_prep_interest&${search}#filter-srh_prep_interest`,
    });
  });

  it.each([
    ['srh_prep_interest=nterested', { kind: 'text', name: 'srh_prep_interest' }, 30],
    ['srh_prep_interest.is=interested', { name: 'srh_prep_interest.is', value: 'interested' }, 10],
  ])('understands the filter %s of earlier versions', async (search, filter, total) => {
    const { columns, pager } = await openList(`?cols=srh_prep_interest&${search}`);
    expect(columns[0]?.filter).toMatchObject(filter);
    expect(pager.total).toBe(total);
  });

  it('has a link to remove each of its filters', async () => {
    const search =
      'srh_prep_interest.in=Interested&srh_prep_interest.in=Has+started&own_phone.empty=yes';
    const { chips } = await openList(`?${search}`);
    expect(chips).toEqual([
      {
        text: 'PrEP Interest is Interested or Has started',
        href: '/participants?own_phone.empty=yes',
      },
      {
        text: 'Own Phone is empty',
        href: '/participants?srh_prep_interest.in=Interested&srh_prep_interest.in=Has+started',
      },
    ]);
  });

  it('accepts several values of one field from its own form', async () => {
    const { headers } = await callRoute(view, '/view/participants', {
      cookie,
      params: { '*': 'participants' },
      form: [
        ['srh_prep_interest.in', 'Interested'],
        ['srh_prep_interest.in', 'Very interested'],
        ['q', ''],
      ],
    });
    expect(headers.get('location')).toBe(
      '/participants?srh_prep_interest.in=Interested&srh_prep_interest.in=Very+interested',
    );
  });
});

describe('the name of a view', () => {
  const save = (name: string) =>
    callRoute(saveView, '/views/participants?own_phone=Yes', {
      cookie,
      params: { '*': 'participants' },
      form: { name },
    });

  it.each([
    ['only invisible characters', '\u200b\u3164\u2800'],
    ['a control character', 'Due\u0007'],
    ['a line break', 'Due\nsoon'],
    ['a character that reverses the text', 'Due\u202esoon'],
  ])('is refused if it has %s', async (_what, name) => {
    const { status, data } = await save(name);
    expect(status).toBe(400);
    expect(data).toMatchObject({ error: { name: [expect.any(String)] } });
  });

  it('may have letters of all scripts, and emojis', async () => {
    const { headers } = await save('Ŵako – 家族 👩‍👧');
    expect(headers.get('location')).toMatch(/^\/participants\?view=[\w-]{22}$/);
  });
});
