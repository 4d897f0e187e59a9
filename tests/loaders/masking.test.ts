import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import * as storedAccesses from '~/lib/core/access/store-accesses.server';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { buildRevealButton } from '~/lib/core/addresses/reveal-button.server';
import { sealTexts } from '~/lib/core/addresses/sealed-texts.server';
import type { FormReply, FormView } from '~/lib/core/form/form-view';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import type { ListView } from '~/lib/core/list/list-view';
import { storeFactor } from '~/lib/core/proof/factor-store.server';
import { makeSecret } from '~/lib/core/proof/time-codes';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import type { DetailView } from '~/lib/detail/detail-view';
import type { RevealView } from '~/lib/reveal/reveal-value.server';
import { loader as userPage } from '../../app/routes/_signed-in+/_administration+/user.edit.$eid';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as editPhone } from '../../app/routes/_signed-in+/_messenger+/phone.edit.$eid';
import {
  loader as phoneForm,
  action as savePhone,
} from '../../app/routes/_signed-in+/_sms+/sms-phone.edit.$eid';
import { loader as smsPhones } from '../../app/routes/_signed-in+/_sms+/sms-phones';
import { loader as viewRecord } from '../../app/routes/_signed-in+/$entity.view.$eid';
import { action as filterList, loader as filterPage } from '../../app/routes/_signed-in+/filters.$';
import { loader as history } from '../../app/routes/_signed-in+/history.$entity.$record';
import { action as reveal, loader as revealPage } from '../../app/routes/_signed-in+/reveal';
import { action as view } from '../../app/routes/_signed-in+/view.$';
import { callRoute, signedInAs } from '../support/call-route';
import { clearFactors } from '../support/clear-factors';

const NUMBER = '+260971231001';
const MASKED = '+260 ••• ••1 001';
const ID = 9_700;
const SMS_ID = 9_800;
const password = 'the right password';
let cookie: string;

beforeAll(async () => {
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values([
      { id: ID, study_number: 'MASK-1', phone_number: NUMBER, birthday: '2001-01-01' },
      { id: ID + 1, study_number: 'MASK-2', phone_number: '+260971239999' },
    ])
    .execute();
  await db
    .insertInto('sms_category')
    .values({ sms_cat_id: 1, sms_cat_name: 'Refills', sms_cat_status: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('sms_phone')
    .values({
      sms_phone_id: SMS_ID,
      sms_phone_name: 'Wezi',
      sms_phone_number: NUMBER,
      sms_phone_category: 1,
      sms_phone_status: 1,
    })
    .execute();
});

beforeEach(async () => {
  config.MASK_IDENTIFIERS = true;
  cookie = await signedInAs('researcher');
  await clearFactors();
  const row = { user_id: '2', user_username: 'lungile', user_role: '2', u_status: '1' };
  vi.spyOn(getApiHost(), 'signIn').mockImplementation(async (_, typed) =>
    typed === password
      ? { ok: true, value: { items: [row] } as never }
      : { ok: false, error: { kind: 'refused', message: 'incorrect' } as never },
  );
});
afterAll(clearFactors);

afterEach(() => {
  config.MASK_IDENTIFIERS = false;
  vi.restoreAllMocks();
});

const makeButton = (field: string, id = String(ID), list = '/participants') =>
  buildRevealButton({ list, id, field }).fields[0]?.value ?? '';

async function press(button: string, proof?: string, by = cookie) {
  const form = { value: button, ...(proof === undefined ? {} : { _proof: proof }) };
  const answer = await callRoute(reveal, '/reveal', { cookie: by, form });
  return { ...answer, view: answer.data as RevealView | undefined };
}

const pressPhone = (proof?: string, by?: string) => press(makeButton('phone_number'), proof, by);

/** Returns the entries of the access log, newest first, as 'kind list records'. */
async function listAccesses(): Promise<string[]> {
  await settleAccesses();
  const rows = await (await getStore())
    .selectFrom('access_log')
    .select(['access_kind', 'access_list', 'access_records'])
    .orderBy('access_id', 'desc')
    .execute();
  return rows.map((row) => `${row.access_kind} ${row.access_list} ${row.access_records}`);
}

const listReveals = async () =>
  (await listAccesses()).filter((access) => access.startsWith('Reveal '));

const openList = async (path: string, loader = participants, by = cookie) =>
  (await callRoute(loader, path, { cookie: by })).data as ListView;

describe('a reveal is refused', () => {
  it('to a stranger, who gets nothing of the value', async () => {
    const before = await listReveals();
    const answer = await press(makeButton('phone_number'), undefined, '');
    expect(answer.headers.get('location')).toMatch(/^\/login/);
    expect(await listReveals()).toEqual(before);
  });

  it('for anything that is no button of a masked value', async () => {
    const before = await listReveals();
    const buttons = [
      '',
      'x'.repeat(60),
      // The encrypted id in the address of a phone.
      toOpaqueId('phone', NUMBER),
      sealTexts('filter', 'phone_number', NUMBER),
      makeButton('study_number'),
      makeButton('no_such_field'),
      makeButton('phone_number', '123456'),
      makeButton('phone_number', '1 or 1=1'),
      makeButton('phone_number', String(ID), '/no-such-list'),
    ];
    for (const button of buttons) {
      const { status, view } = await press(button);
      expect([status, view], button).toEqual([404, undefined]);
    }
    expect(await listReveals()).toEqual(before);
  });

  it('if nothing is masked', async () => {
    config.MASK_IDENTIFIERS = false;
    expect((await pressPhone()).status).toBe(404);
  });

  it('of a value in a list that the role may not see', async () => {
    const button = makeButton('access_user', '1', '/audit/accesses');
    expect((await press(button)).status).toBe(403);
  });

  it('if the access log cannot be written', async () => {
    vi.spyOn(storedAccesses, 'storeAccesses').mockRejectedValue(new Error('disk'));
    const answer = await pressPhone();
    expect(answer.status).toBe(503);
    expect(await answer.response?.text()).not.toContain(NUMBER);
  });

  it('the 20th time within an hour, until the user enters the password', async () => {
    for (let n = 1; n < 20; n++) expect((await pressPhone()).view?.value).toBe(NUMBER);
    const before = await listReveals();
    for (const [proof, status] of [
      [undefined, 400],
      ['wrong', 400],
    ] as const) {
      const asked = await pressPhone(proof);
      expect(asked.status).toBe(status);
      expect(asked.view?.proof?.kind).toBe('password');
      expect(JSON.stringify(asked.data)).not.toContain(NUMBER);
      expect(asked.view?.value).toBe(MASKED);
    }
    expect(await listReveals()).toEqual(before);
    // Another session of the same user, which has just signed in, is asked too; another user is not.
    expect((await pressPhone(undefined, await signedInAs('researcher'))).status).toBe(400);
    expect((await pressPhone(undefined, await signedInAs('administrator'))).status).toBe(200);
    expect((await pressPhone(password)).view?.value).toBe(NUMBER);
    for (let n = 1; n < 19; n++) expect((await pressPhone()).status).toBe(200);
    expect((await pressPhone()).status).toBe(400);
  });

  it('also if many are pressed together', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => pressPhone()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });

  it('the 20th time until the user enters a code, if they have a second factor', async () => {
    const [code = ''] =
      (await storeFactor({ id: '2', username: 'lungile' }, makeSecret(), 0)) ?? [];
    for (let n = 1; n < 20; n++) await pressPhone();
    expect((await pressPhone(password)).view?.proof?.kind).toBe('code');
    expect((await pressPhone(code)).view?.value).toBe(NUMBER);
  });
});

it('asks nothing for reveals that are more than an hour apart', async () => {
  for (let n = 1; n < 20; n++) await pressPhone();
  const expire = Date.now() - 1;
  await (await getStore()).updateTable('throttle').set({ expire }).execute();
  expect((await pressPhone()).status).toBe(200);
});

it('shows one value once, and enters its field and record in the access log', async () => {
  const { view } = await pressPhone();
  expect(view).toMatchObject({ field: 'Phone Number', value: NUMBER, isRevealed: true });
  expect((await press(makeButton('birthday'))).view?.value).toBe('01 January 2001');
  expect((await listReveals()).slice(0, 2)).toEqual([
    `Reveal participant.birthday participant ${ID}`,
    `Reveal participant.phone_number participant ${ID}`,
  ]);
  const again = await callRoute(revealPage, '/reveal', { cookie });
  expect(JSON.stringify(again.data)).not.toContain(NUMBER);
});

describe('lists', () => {
  const path = `/participants?id.min=${ID}&id.max=${ID}&cols=id,phone_number,birthday`;
  /** Opens a list whose filters are stored in a view. */
  const openFiltered = async (search: string) => {
    const form = Object.fromEntries(new URLSearchParams(search));
    const params = { '*': 'participants' };
    const answer = await callRoute(view, '/view/participants', { cookie, params, form });
    return openList(answer.headers.get('location') ?? '');
  };

  it('show numbers masked and dates of birth as ages, with a button for each', async () => {
    const { rows } = await openFiltered(path.split('?')[1] ?? '');
    const cells = rows[0]?.cells ?? [];
    expect(cells[1]).toMatchObject({ text: `${MASKED} – Reveal`, href: '/reveal' });
    expect(cells[2]).toMatchObject({ text: expect.stringMatching(/^2\d years – Reveal$/) });
    const fields = (cells[1] as { fields: { value: string }[] }).fields;
    expect((await press(fields[0]?.value ?? '')).view?.value).toBe(NUMBER);
  });

  it('lead to the form of a record, which has the button, if their check boxes are in a form', async () => {
    const { rows } = await openList('/sms-phones?cols=sms_phone_name,sms_phone_number', smsPhones);
    expect(rows[0]?.cells[1]).toEqual({
      text: expect.stringMatching(/^\+260 ••• ••\d \d{3}$/),
      href: expect.stringMatching(/^\/sms-phone\/edit\/\d+/),
    });
  });

  it('show both as they are if masking is off', async () => {
    config.MASK_IDENTIFIERS = false;
    const { rows } = await openFiltered(path.split('?')[1] ?? '');
    expect(rows[0]?.cells.slice(1)).toEqual([NUMBER, '01 January 2001']);
  });

  it('find records by what users type', async () => {
    for (const search of [
      'phone_number=971231001',
      `phone_number.is=${encodeURIComponent(NUMBER)}`,
      'birthday.from=2001-01-01&birthday.to=2001-01-01',
      'q=971231001&cols=phone_number',
    ])
      expect((await openFiltered(search)).pager.total, search).toBe(1);
  });

  it('enter no masked value in the access log, but a value beside it', async () => {
    // The panel deletes old accesses, such as those of other files, at any time.
    await settleAccesses();
    await (await getStore()).deleteFrom('access_log').execute();
    await openList('/participants?cols=phone_number,birthday');
    expect(await listAccesses()).toEqual([]);
    await openList('/participants?cols=study_number,phone_number');
    await openList('/sms-phones?cols=sms_phone_name,sms_phone_number', smsPhones);
    expect(await listAccesses()).toHaveLength(2);
    expect((await listAccesses())[0]).toBe(`List sms-phone sms-phone ${SMS_ID}`);
    const { db } = await openEmbeddedHost();
    const rename = (sms_phone_name: string) =>
      db
        .updateTable('sms_phone')
        .set({ sms_phone_name })
        .where('sms_phone_id', '=', SMS_ID)
        .execute();
    await rename(NUMBER);
    const shown = await openList('/sms-phones?cols=sms_phone_name,sms_phone_number', smsPhones);
    await rename('Wezi');
    expect(JSON.stringify(shown)).not.toContain('971231001');
    expect(await listAccesses()).toHaveLength(2);
  });
});

describe('links and filters', () => {
  const open = async () => {
    const params = { entity: 'participant', eid: toOpaqueId('participant', String(ID)) };
    const path = `/participant/view/${params.eid}`;
    return (await callRoute(viewRecord, path, { cookie, params })).data as DetailView;
  };

  it('cannot read an encrypted id', async () => {
    for (const sealed of [toOpaqueId('phone', NUMBER), makeButton('phone_number')]) {
      const form = { 'phone_number.is': `sealed.${sealed}`, phone_number: `sealed.${sealed}` };
      const call = { cookie, params: { '*': 'participants' }, form };
      const answer = await callRoute(view, '/view/participants', call);
      const list = await openList(answer.headers.get('location') ?? '');
      expect(JSON.stringify(list)).not.toContain('971231001');
    }
  });

  it('lead from a record to the records with its number, without showing it', async () => {
    const page = await open();
    expect(JSON.stringify(page)).not.toContain('971231001');
    expect(page.summary).toContainEqual({ title: 'Phone number', text: MASKED });
    const fields = page.sections.flatMap((section) => section.fields);
    const phone = fields.find(({ title }) => title === 'Phone Number');
    expect(phone?.reveal?.href).toBe('/reveal');
    const link = page.related.find(({ title }) => title === 'Phone');
    expect(link?.fields?.[0]?.name).toBe('phone_number.is');
    const search = { 'phone_number.is': link?.fields?.[0]?.value ?? '' };
    const call = { cookie, params: { '*': 'participants' }, form: search };
    const answer = await callRoute(view, '/view/participants', call);
    const address = answer.headers.get('location') ?? '';
    const list = await openList(address);
    expect(list.pager.total).toBe(1);
    expect(list.chips[0]?.text).toBe(`Phone Number is “${MASKED}”`);
    expect(JSON.stringify(list)).not.toContain('971231001');
    // The page of all filters keeps the filter.
    const filters = `/filters${address}`;
    const params = { '*': 'participants' };
    const shown = JSON.stringify((await callRoute(filterPage, filters, { cookie, params })).data);
    expect(shown).not.toContain('971231001');
    const value = /sealed\.[\w-]+/.exec(shown)?.[0] ?? '';
    const form = { 'phone_number.in': value };
    const kept = await callRoute(filterList, filters, { cookie, params, form });
    expect((await openList(kept.headers.get('location') ?? '')).pager.total).toBe(1);
  });
});

describe('a form', () => {
  const params = { eid: String(SMS_ID) };
  const path = `/sms-phone/edit/${SMS_ID}`;
  const open = async () => (await callRoute(phoneForm, path, { cookie, params })).data as FormView;
  const typed = { sms_phone_name: 'Wezi', sms_cat_id: '1', c_status: '1' };
  const post = async (form: Record<string, string>) => {
    const answer = await callRoute(savePhone, path, { cookie, params, form });
    return { ...answer, reply: answer.data as FormReply | undefined };
  };
  const readNumber = async () => {
    const { db } = await openEmbeddedHost();
    const found = db.selectFrom('sms_phone').select(['sms_phone_name', 'sms_phone_number']);
    return found.where('sms_phone_id', '=', SMS_ID).executeTakeFirstOrThrow();
  };
  const setNumber = async (sms_phone_number: string) => {
    const { db } = await openEmbeddedHost();
    const changed = db.updateTable('sms_phone').set({ sms_phone_number });
    await changed.where('sms_phone_id', '=', SMS_ID).execute();
  };

  it('refuses to reveal a field that is not masked, and shows nothing in a refused form', async () => {
    expect((await post({ ...typed, _reveal: 'sms_phone_name' })).status).toBe(400);
    expect((await post({ ...typed, _reveal: 'no such field' })).status).toBe(400);
    const refused = await post({ ...typed, sms_phone_name: '' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.data)).not.toContain('971231001');
  });

  it('keeps a masked value that it does not send', async () => {
    const form = await open();
    expect(JSON.stringify(form)).not.toContain('971231001');
    const { version } = form;
    const saved = await post({
      ...typed,
      sms_phone_name: 'Wezi B',
      _version: version,
      _token: 'a1',
    });
    expect(saved.headers.get('location')).toContain(path);
    expect(await readNumber()).toEqual({ sms_phone_name: 'Wezi B', sms_phone_number: NUMBER });
  });

  it('keeps the change of a masked value that somebody else has made meanwhile', async () => {
    const { version } = await open();
    await setNumber('+260971237777');
    await post({ ...typed, sms_phone_name: 'Wezi C', _version: version, _token: 'a2' });
    expect(await readNumber()).toMatchObject({ sms_phone_number: '+260971237777' });
    await setNumber(NUMBER);
  });

  it('shows a revealed value with everything that was typed, and then saves it', async () => {
    const { version } = await open();
    const form = { ...typed, sms_phone_name: 'Typed', _version: version, _token: 'a3' };
    const { status, reply } = await post({ ...form, _reveal: 'sms_phone_number' });
    expect(status).toBe(200);
    expect(reply?.initialValue).toMatchObject({
      sms_phone_name: 'Typed',
      sms_phone_number: NUMBER,
    });
    expect(reply?.revealed).toEqual(['sms_phone_number']);
    expect((await listReveals())[0]).toBe(`Reveal sms-phone.sms_phone_number sms-phone ${SMS_ID}`);
    await post({ ...form, sms_phone_number: '+260971238888' });
    expect(await readNumber()).toEqual({
      sms_phone_name: 'Typed',
      sms_phone_number: '+260971238888',
    });
  });

  it('compares a revealed value with the change of somebody else without showing that one', async () => {
    const { version } = await open();
    await setNumber('+260971236666');
    const form = { ...typed, sms_phone_number: '+260971235555', _version: version, _token: 'a4' };
    const { status, reply } = await post(form);
    expect(status).toBe(409);
    expect(reply?.conflict?.differences).toContainEqual({
      label: 'Number',
      yours: '+260971235555',
      theirs: '+260 ••• ••6 666',
    });
    await setNumber(NUMBER);
  });

  it('asks for a proof at the 20th reveal, and shows nothing without it', async () => {
    for (let n = 1; n < 20; n++) await pressPhone();
    const form = { ...typed, sms_phone_name: 'Typed', _reveal: 'sms_phone_number' };
    const asked = await post(form);
    expect([asked.status, asked.reply?.proof?.kind]).toEqual([400, 'password']);
    // A passkey would save the form otherwise.
    const pressed = { name: '_reveal', value: 'sms_phone_number' };
    expect(asked.reply?.proof?.pressed).toEqual(pressed);
    expect(asked.reply?.initialValue).toMatchObject({ sms_phone_name: 'Typed' });
    expect(JSON.stringify(asked.data)).not.toContain('971231001');
    const shown = await post({ ...form, _proof: password });
    expect(shown.reply?.initialValue).toMatchObject({ sms_phone_number: NUMBER });
  });

  it('has a history with masked values, which is searched by complete ones', async () => {
    const record = String(SMS_ID);
    const call = { cookie, params: { entity: 'sms-phone', record } };
    const { data } = await callRoute(history, `/history/sms-phone/${record}`, call);
    expect(JSON.stringify(data)).toContain('+260 ••• ••8 888');
    expect(JSON.stringify(data)).not.toContain('971238888');
  });
});

it('an old address with the number of a phone shows the number nowhere', async () => {
  const number = '+260971234567';
  const old = await callRoute(editPhone, `/phone/edit/${number}`, {
    cookie,
    params: { eid: number },
  });
  const address = old.headers.get('location') ?? '';
  expect(address).toMatch(/^\/phone\/edit\/[\w-]{38,}$/);
  const eid = address.slice(address.lastIndexOf('/') + 1);
  const { status, data } = await callRoute(editPhone, address, { cookie, params: { eid } });
  expect(status).toBe(404);
  expect(JSON.stringify(data)).not.toContain('971234567');
});

it('a user’s form masks the number of the user', async () => {
  const by = await signedInAs('administrator');
  vi.spyOn(getApiHost(), 'get').mockResolvedValue({
    ok: true,
    value: { items: [{ user_id: '5', user_username: 'pn5', user_phone: NUMBER }] } as never,
  });
  const { data } = await callRoute(userPage, '/user/edit/5', { cookie: by, params: { eid: '5' } });
  expect(JSON.stringify(data)).not.toContain('971231001');
});
