import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import type { ListView } from '~/lib/core/list/list-view';
import { isPartOfNumber } from '~/lib/core/masking/restrict-query.server';
import { searchTranscript } from '~/lib/core/messenger/search-transcript.server';
import { config } from '~/lib/core/server/config.server';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as smsPhones } from '../../app/routes/_signed-in+/_sms+/sms-phones';
import { action as suggestions } from '../../app/routes/_signed-in+/search_.suggestions';
import { action as postFilters } from '../../app/routes/_signed-in+/view.$';
import { callRoute, signedInAs } from '../support/call-route';

const NUMBER = '+260971231001';
const BIRTHDAY = '2001-03-04';
const ID = 9_600;
let cookie: string;

beforeAll(async () => {
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values([
      {
        ...{ id: ID, study_number: 'ORACLE-1', phone_number: NUMBER, birthday: BIRTHDAY },
        residency: 'Call 0971231001 in week 12',
      },
      {
        id: ID + 1,
        study_number: 'ORACLE-2',
        phone_number: '+260961110002',
        birthday: '1990-01-01',
      },
    ])
    .execute();
  cookie = await signedInAs('researcher');
});
beforeEach(() => {
  config.MASK_IDENTIFIERS = true;
});
afterEach(() => {
  config.MASK_IDENTIFIERS = false;
});

type Loader = Parameters<typeof callRoute>[0];

/** Opens a list with filters as its form posts them. Returns the numbers of records and what the page says. */
async function filter(form: Record<string, string>, list = 'participants', loader?: Loader) {
  const params = { '*': list };
  const posted = await callRoute(postFilters, `/view/${list}`, { cookie, params, form });
  const address = posted.headers.get('location') ?? '';
  const answer = await callRoute(loader ?? participants, address, { cookie });
  const view = answer.data as ListView;
  return { total: view.pager.total, view, rows: JSON.stringify(view.rows) };
}

const count = async (form: Record<string, string>) => (await filter(form)).total;

describe('a masked phone number', () => {
  it('is not found by any part of it, so that all guesses look the same', async () => {
    for (const typed of [
      '9',
      '+260971',
      '+2609712',
      '7123',
      '26097123',
      '31001',
      ' 97123-',
      '1001',
    ])
      expect([typed, await count({ phone_number: typed })]).toEqual([typed, 0]);
    // Together they have nine digits, but none of them has.
    expect(await count({ phone_number: '97123 '.repeat(5) })).toBe(0);
    // Searches read ⑨ as 9, and leave out 00 and the code of a country.
    for (const typed of [
      '⑨⑦①②③',
      '⁹⁷¹²³',
      '0026097123',
      '00260 (0)97123',
      '97123´97123',
      '97123\u200b97123',
    ])
      expect([typed, await count({ phone_number: typed })]).toEqual([typed, 0]);
    expect(await count({ phone_number: '97 97 97 97 9' })).toBe(0);
  });

  it('is found as a whole', async () => {
    expect(await count({ phone_number: NUMBER })).toBe(1);
    expect(await count({ 'phone_number.is': NUMBER })).toBe(1);
    expect(await count({ phone_number: '971231001' })).toBe(1);
    expect(await count({ 'phone_number.empty': 'no' })).toBe(2);
  });

  it('is not found by many guesses in one filter', async () => {
    const { db } = await openEmbeddedHost();
    const all = await db.selectFrom('participant').select('id').execute();
    const params = new URLSearchParams([
      ['phone_number.in', NUMBER],
      ['phone_number.in', '+260961110002'],
    ]);
    const posted = await callRoute(postFilters, '/view/participants', {
      cookie,
      params: { '*': 'participants' },
      form: [...params],
    });
    const answer = await callRoute(participants, posted.headers.get('location') ?? '', { cookie });
    const view = answer.data as ListView;
    expect(view.pager.total).toBe(all.length);
    expect(view.droppedNote).toContain('Masked values are found only as a whole');
  });

  it('is not found by a search, which leaves out its column', async () => {
    for (const q of ['97123', '260971', '1001', '7123', '⑨⑦①②③']) {
      const { total, view } = await filter({ q });
      expect([q, total]).toEqual([q, 0]);
      expect(view.columns.map(({ field }) => field)).not.toContain('phone_number');
    }
    for (const q of ['o´97123´7123', 'ORACLE 97123 7123'])
      expect([q, (await filter({ q, cols: 'id,study_number,phone_number' })).total]).toEqual([
        q,
        0,
      ]);
    expect((await filter({ q: 'ORACLE-1' })).total).toBe(1);
    expect((await filter({ q: '971231001', cols: 'id,study_number,phone_number' })).total).toBe(1);
  });

  it('orders no list, and its heading has no link that does', async () => {
    const plain = await filter({ cols: 'id,phone_number,birthday' });
    for (const sort of ['phone_number', '-phone_number', 'birthday', '-birthday']) {
      const { rows } = await filter({ sort, cols: 'id,phone_number,birthday' });
      expect([sort, rows]).toEqual([sort, plain.rows]);
    }
    const links = plain.view.columns.map(({ field, sortHref }) => [field, Boolean(sortHref)]);
    expect(links).toEqual([
      ['id', true],
      ['phone_number', false],
      ['birthday', false],
    ]);
  });

  it('is not found by the search of the header', async () => {
    const search = async (find: string) => {
      const call = { cookie, form: { find } };
      return (await callRoute(suggestions, '/search/suggestions', call)).response?.text();
    };
    for (const part of ['97123', '260971', '7123100'])
      expect(await search(part)).not.toContain('ORACLE');
    expect(await search('260971231001')).toContain('ORACLE-1');
    expect(await search('ORACLE-1')).toContain('ORACLE-1');
  });

  it('is not found in texts by a part of it', async () => {
    expect(await count({ residency: '9712' })).toBe(0);
    expect(await count({ residency: 'week 12' })).toBe(0);
    expect(await count({ residency: 'in week' })).toBe(1);
    expect(await count({ residency: '0971231001' })).toBe(1);
    const { total } = await filter({ sms_phone_number: '9712' }, 'sms-phones', smsPhones);
    expect(total).toBe(0);
  });
});

describe('a masked date of birth', () => {
  it('is found by no range, and said to be left out', async () => {
    const all = await count({});
    const ranges: Record<string, string>[] = [
      { 'birthday.from': '2001-01-01' },
      { 'birthday.to': '2001-01-01' },
      { 'birthday.from': '2001-03-04', 'birthday.to': '2001-03-05' },
      { 'birthday.from': 'today-30y', 'birthday.to': 'today-20y' },
    ];
    for (const range of ranges) expect([range, await count(range)]).toEqual([range, all]);
    const { view } = await filter({ 'birthday.from': '2001-01-01' });
    expect(view.droppedNote).toContain('Masked values are found only as a whole');
  });

  it('is found by its day', async () => {
    expect(await count({ 'birthday.from': BIRTHDAY, 'birthday.to': BIRTHDAY })).toBe(1);
    expect(await count({ 'birthday.from': '2001-03-05', 'birthday.to': '2001-03-05' })).toBe(0);
  });
});

it('without masking, parts and ranges are found as before', async () => {
  config.MASK_IDENTIFIERS = false;
  expect(await count({ phone_number: '97123' })).toBe(1);
  expect(await count({ 'birthday.from': '2001-01-01' })).toBe(1);
  expect(await count({ q: '97123', cols: 'id,phone_number' })).toBe(1);
});

it('a transcript compares a part of a number with what it shows', async () => {
  const document = (id: string, text: string) => ({ id, fields: { text, type: 'text', uri: '' } });
  const documents = [document('a', 'Call 0971231001'), document('b', 'In week 12')];
  const store = { list: async () => documents, page: async () => documents };
  const find = async (text: string) =>
    (
      await searchTranscript(store as never, { path: 'x', count: 2, timed: 2 }, { text })
    ).matches.map(({ id }) => id);
  expect(await find('9712')).toEqual([]);
  expect(await find('1001')).toEqual([]);
  expect(await find('week 12')).toEqual(['b']);
  expect(await find('call')).toEqual(['a']);
});

it.each([
  ['97123', true],
  ['+2 6 0', true],
  ['Mary 97', true],
  ['⑨⑦①②③', true],
  ['Mary', false],
  ['', false],
  ['0971 231 001', false],
  ['+260971231001', false],
  ['٩٧١٢', true],
])('“%s” is a part of a number: %s', (text, expected) => {
  expect(isPartOfNumber(text)).toBe(expected);
});

it('an encrypted id of a phone is no value of a filter', async () => {
  const sealed = `sealed.${toOpaqueId('phone', NUMBER)}`;
  expect(await count({ phone_number: sealed })).toBe(0);
});
