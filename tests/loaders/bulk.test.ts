import { setImmediate } from 'node:timers/promises';
import { readHistory } from 'backend/history/read-history';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BulkView } from '~/lib/bulk/bulk-view';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { action as add } from '../../app/routes/_signed-in+/_administration+/color.add';
import { action as change } from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { loader as list } from '../../app/routes/_signed-in+/_administration+/colors';
import { loader as users } from '../../app/routes/_signed-in+/_administration+/users';
import { action as select } from '../../app/routes/_signed-in+/bulk.$entity';
import {
  action as confirm,
  loader as page,
} from '../../app/routes/_signed-in+/bulk.$entity_.$token';
import { action as removeOne } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { action as filter } from '../../app/routes/_signed-in+/view.$';
import { byName } from '../../shared/db/types';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;
beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});

let count = 0;

/** Adds colors with the status Active. Returns their ids and the word that only their names contain. */
async function addColors(number: number): Promise<{ ids: string[]; word: string }> {
  const word = `Bulk${++count}x`;
  const ids: string[] = [];
  for (let n = 0; n < number; n += 1) {
    const form = { color_name: `${word} ${n}`, color_code: '#111111', c_status: '1' };
    const { headers } = await callRoute(add, '/color/add', { cookie: administrator, form });
    ids.push(/\d+/.exec(headers.get('location') ?? '')?.[0] ?? '');
  }
  return { ids, word };
}

type Form = [name: string, value: string][];
const toRows = (ids: readonly string[]): Form => ids.map((id) => ['_row', id]);

/** Posts a selection. Returns the address to which the response redirects. */
async function post(form: Form, { entity = 'color', cookie = administrator } = {}) {
  const answer = await callRoute(select, `/bulk/${entity}`, { cookie, params: { entity }, form });
  return answer.headers.get('location') ?? '';
}

const parseParams = (path: string) => {
  const [, , entity = '', token = ''] = path.split('?')[0]?.split('/') ?? [];
  return { entity, token };
};

async function open(path: string, cookie = administrator): Promise<BulkView> {
  const { data, status } = await callRoute(page, path, { cookie, params: parseParams(path) });
  expect(status).toBe(200);
  return data as BulkView;
}

const press = (path: string, intent: string, cookie = administrator) =>
  callRoute(confirm, path, { cookie, params: parseParams(path), form: { intent } });

/** Selects rows and confirms the action. Returns the address and the result of the action. */
async function carryOut(form: Form, cookie = administrator) {
  const path = await post(form, { cookie });
  await press(path, 'start', cookie);
  const result = await open(path, cookie);
  if (result.state !== 'ended') throw new Error(`the action is ${result.state}`);
  return { path, result };
}

const store = async () => byName((await openEmbeddedHost()).db);
const readColors = async (word: string) =>
  (await store())
    .selectFrom('color')
    .select(['color_id', 'color_name', 'color_status'])
    .where('color_name', 'like', `${word}%`)
    .orderBy('color_id')
    .execute();
const readActions = async (recordId: string) =>
  (await readHistory(await getHistoryStore(), { entity: 'color', recordId })).map(
    ({ action }) => action,
  );
const readAuditEntries = async (ids: readonly string[], verb: string) =>
  (await store())
    .selectFrom('audit_entry')
    .select('audit_description')
    .where(
      'audit_description',
      'in',
      ids.map((id) => `${verb} color ${id}`),
    )
    .execute();

describe('selecting rows', () => {
  it('is refused to a read-only role, whose lists have no check boxes', async () => {
    const { ids } = await addColors(1);
    config.RESEARCHERS_READ_ONLY = true;
    onTestFinished(() => {
      config.RESEARCHERS_READ_ONLY = false;
    });
    const form: Form = [['_do', 'delete'], ...toRows(ids)];
    const call = { cookie: researcher, params: { entity: 'color' }, form };
    expect((await callRoute(select, '/bulk/color', call)).status).toBe(403);
    const { data } = await callRoute(list, '/colors', { cookie: researcher });
    expect((data as ListView).bulk).toBeUndefined();
    expect(await readActions(ids[0] ?? '')).toEqual(['Add']);
  });

  it('of 200 records that no longer exist lets other requests run', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => String(8_000_000 + n));
    const form: Form = [['_do', 'delete'], ...toRows(ids)];
    let isDone = false;
    const call = { cookie: administrator, params: { entity: 'color' }, form };
    const selecting = callRoute(select, '/bulk/color', call).finally(() => {
      isDone = true;
    });
    let turns = 0;
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
    expect((await selecting).headers.get('location')).toBe('/colors');
    // Four records are requested at a time.
    expect(turns).toBeGreaterThan(50);
  });

  it('of users is refused to a researcher if only administrators manage users', async () => {
    config.RESEARCHERS_MANAGE_USERS = false;
    onTestFinished(() => {
      config.RESEARCHERS_MANAGE_USERS = true;
    });
    const form: Form = [
      ['_do', 'status:2'],
      ['_row', '2'],
    ];
    const call = { cookie: researcher, params: { entity: 'user' }, form };
    const answer = await callRoute(select, '/bulk/user', call);
    expect(answer.status).toBe(403);
    const { data } = await callRoute(users, '/users', { cookie: researcher });
    expect((data as ListView).bulk).toBeUndefined();
  });

  it('is refused for an entity or an action that the lists do not offer', async () => {
    expect(await post([['_row', '1']], { entity: 'participant' })).toBe('/home');
    expect(await post([['_row', '1']], { entity: 'nothing' })).toBe('/home');
    const { ids } = await addColors(1);
    for (const pressed of ['', 'status:3', 'status:', 'undo'])
      expect(await post([['_do', pressed], ...toRows(ids)])).toBe('/colors');
    const notification: Form = [
      ['_do', 'status:2'],
      ['_row', '1'],
    ];
    expect(await post(notification, { entity: 'notification' })).toBe('/notifications');
  });

  it('leads back to the list as it was if no row is selected, or no selected row exists', async () => {
    const back: [string, string] = ['_list', 'sort=color_name'];
    expect(await post([['_do', 'delete'], back])).toBe('/colors?sort=color_name');
    for (const forged of ['999999', '022', 'x', '1 or 1=1', ''])
      expect(await post([['_do', 'delete'], back, ['_row', forged]])).toBe(
        '/colors?sort=color_name',
      );
  });

  it('of more rows than a page has is refused', async () => {
    const ids = Array.from({ length: 201 }, (_, n) => String(n + 1));
    const call = {
      cookie: administrator,
      params: { entity: 'color' },
      form: [['_do', 'delete'] as [string, string], ...toRows(ids)],
    };
    expect((await callRoute(select, '/bulk/color', call)).status).toBe(400);
  });

  it('by a filter is refused beyond the limit, and if the filter has expired or is unknown', async () => {
    const { word } = await addColors(3);
    const all: Form = [
      ['_do', 'delete'],
      ['_all', 'yes'],
    ];
    config.BULK_MAX_ROWS = 2;
    onTestFinished(() => {
      config.BULK_MAX_ROWS = 1_000;
    });
    const list: [string, string] = ['_list', `color_name=${word}`];
    expect(await post([...all, list])).toBe(`/colors?color_name=${word}`);
    // Without the filters of an expired view, all rows of the list would be selected.
    config.BULK_MAX_ROWS = 1_000;
    for (const [search, back] of [
      ['view=AAAAAAAAAAAAAAAAAAAAAA', '/colors?ignored=view'],
      ['color_nmae=x', '/colors'],
    ] as const)
      expect(await post([...all, ['_list', search]])).toBe(back);
    expect(await readColors(word)).toHaveLength(3);
  });

  it('leads to an address that names nobody', async () => {
    const form: Form = [
      ['_do', 'status:2'],
      ['_row', '1'],
      ['_list', 'user_fname=Lungile'],
    ];
    expect(await post(form, { entity: 'user' })).toMatch(/^\/bulk\/user\/[\w-]{32}$/);
  });
});

describe('the last active administrator', () => {
  it.each(['status:2', 'delete'])('stays when a researcher selects all with %s', async (work) => {
    const db = await store();
    const original = await db.selectFrom('user_account').selectAll().execute();
    onTestFinished(async () => {
      await db.deleteFrom('user_account').execute();
      for (const row of original) await db.insertInto('user_account').values(row).execute();
    });
    // The sessions of other tests belong to users with lower ids.
    await db.updateTable('user_account').set({ user_role: 2 }).execute();
    const ids = ['501', '502'];
    for (const id of ids)
      await db
        .insertInto('user_account')
        .values({
          user_id: Number(id),
          user_username: `administrator${id}`,
          user_fname: 'Ada',
          user_lname: 'Banda',
          user_email: `${id}@study.example`,
          user_role: 1,
          user_status: 1,
        })
        .execute();
    const path = await post([['_do', work], ...toRows(ids)], {
      entity: 'user',
      cookie: researcher,
    });
    await press(path, 'start', researcher);
    const active = await db
      .selectFrom('user_account')
      .select('user_id')
      .where('user_role', '=', 1)
      .where('user_status', '=', 1)
      .execute();
    expect(active).toHaveLength(1);
    expect(JSON.stringify(await open(path, researcher))).toContain(
      `The user 'administrator${active[0]?.user_id}' is the last active Administrator and must stay one`,
    );
  });
});

describe('the page that asks for confirmation', () => {
  it('is shown neither to another user, nor under another entity or token', async () => {
    const { ids } = await addColors(1);
    const path = await post([['_do', 'delete'], ...toRows(ids)]);
    const params = parseParams(path);
    for (const call of [
      { cookie: researcher, params },
      { cookie: administrator, params: { ...params, entity: 'country' } },
      { cookie: administrator, params: { ...params, token: 'x' } },
    ]) {
      expect((await callRoute(page, path, call)).status).toBe(404);
      const posted = await callRoute(confirm, path, { ...call, form: { intent: 'start' } });
      expect(posted.status).toBe(404);
    }
    expect(await readActions(ids[0] ?? '')).toEqual(['Add']);
  });

  it('gives the number, names at most ten records, and says whether the action can be undone', async () => {
    const { ids, word } = await addColors(12);
    const view = await open(await post([['_do', 'delete'], ...toRows(ids), ['_row', '999999']]));
    expect(view).toMatchObject({ state: 'waiting', title: 'Delete 12 colors', more: 2 });
    if (view.state !== 'waiting') throw new Error(view.state);
    expect(view.sample.map(({ label }) => label)).toEqual(
      Array.from({ length: 10 }, (_, n) => `${word} ${n}`),
    );
    expect(view.notes?.join(' ')).toContain('You can undo this for 30 days.');
    expect(view.notes?.join(' ')).toContain('1 color that you selected no longer exists');
    const { bin } = getApiHost();
    onTestFinished(() => void Object.assign(getApiHost(), { bin }));
    Object.assign(getApiHost(), { bin: undefined });
    const final = await open(await post([['_do', 'delete'], ...toRows(ids)]));
    expect(JSON.stringify(final)).toContain('This cannot be undone.');
  });

  it('selects by the filters of the list, including those that are stored in a view', async () => {
    const { word } = await addColors(5);
    const view = await open(
      await post([
        ['_do', 'status:2'],
        ['_all', 'yes'],
        ['_list', `color_name=${word}&size=2`],
      ]),
    );
    expect(view).toMatchObject({ title: 'Change the status of 5 colors to Disabled' });
    const { headers } = await callRoute(filter, '/view/users', {
      cookie: administrator,
      params: { '*': 'users' },
      form: { user_fname: 'Lungile' },
    });
    const search = headers.get('location')?.split('?')[1] ?? '';
    expect(search).toMatch(/^view=/);
    const path = await post(
      [
        ['_do', 'status:2'],
        ['_all', 'yes'],
        ['_list', search],
      ],
      { entity: 'user' },
    );
    // This data folder has no user with that name.
    expect(path).toBe(`/users?${search}`);
  });
});

it('a bulk action is stored for a day, and a user has at most twenty', async () => {
  const { ids } = await addColors(1);
  const old = await post([['_do', 'delete'], ...toRows(ids)]);
  const db = await getStore();
  await db
    .updateTable('job')
    .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 25 * 3_600_000) }))
    .where('token', '=', parseParams(old).token)
    .execute();
  const call = { cookie: administrator, params: parseParams(old) };
  expect((await callRoute(page, old, call)).status).toBe(404);
  for (let n = 0; n < 22; n += 1) await post([['_do', 'delete'], ...toRows(ids)]);
  const left = await db.selectFrom('job').select(['token', 'owner']).execute();
  expect(left.map(({ token }) => token)).not.toContain(parseParams(old).token);
  const [{ owner = '' } = {}] = left.slice(-1);
  expect(left.filter((row) => row.owner === owner)).toHaveLength(20);
  const records = await db.selectFrom('job_part').select('token').execute();
  const kept = new Set(left.map(({ token }) => token));
  expect(records.filter(({ token }) => !kept.has(token))).toEqual([]);
});

describe('a bulk action on users', () => {
  it('does not change the user’s own account, and says so before and afterwards', async () => {
    const path = await post(
      [
        ['_do', 'status:2'],
        ['_row', '1'],
      ],
      { entity: 'user' },
    );
    const view = await open(path);
    expect(JSON.stringify(view)).toContain('Your own account is among them.');
    expect(view.title).not.toContain('admin');
    await press(path, 'start');
    expect(await open(path)).toMatchObject({
      counts: ['0 done', '1 failed'],
      problems: [{ reason: expect.stringContaining('your own account') }],
    });
    const [account] = await (await store()).selectFrom('user_account').selectAll().execute();
    expect(account?.user_status).toBe(1);
  });

  it('ends when the user who started it has been disabled in the meantime', async () => {
    const { ids } = await addColors(3);
    const path = await post([['_do', 'delete'], ...toRows(ids)]);
    const host = getApiHost();
    const get = host.get.bind(host);
    const { SESSION_RECHECK_SECONDS } = config;
    const disabled = vi.spyOn(host, 'get').mockImplementation(async (asked) => {
      // Makes the next check of the user due when the first record is read.
      if (asked.startsWith('color/id/')) config.SESSION_RECHECK_SECONDS = 0;
      if (asked !== 'user/id/1') return get(asked);
      const item = { user_id: 1, user_username: 'mwansa', u_status: 'Disabled' };
      return { ok: true, value: { succeeded: true, message: '', items: [item] } };
    });
    onTestFinished(() => {
      disabled.mockRestore();
      config.SESSION_RECHECK_SECONDS = SESSION_RECHECK_SECONDS;
    });
    await press(path, 'start');
    config.SESSION_RECHECK_SECONDS = SESSION_RECHECK_SECONDS;
    expect(await open(path)).toMatchObject({
      title: 'Deleted 1 of 3 colors',
      counts: ['1 done', '2 not processed'],
      ending: expect.stringContaining('Your account was changed'),
    });
  });
});

describe('deleting the selected rows', () => {
  it('deletes each record with an entry in the audit log and in its history, and can be undone once', async () => {
    const { ids, word } = await addColors(3);
    const { path, result } = await carryOut([['_do', 'delete'], ...toRows(ids)]);
    expect(result).toMatchObject({ title: 'Deleted 3 colors', counts: ['3 done'], problems: [] });
    expect(await readColors(word)).toEqual([]);
    for (const id of ids) expect(await readActions(id)).toEqual(['Add', 'Delete']);
    expect(await readAuditEntries(ids, 'Deleted')).toHaveLength(3);
    // Undo restores all records once, however often the button is pressed.
    const [undone, again] = await Promise.all([press(path, 'undo'), press(path, 'undo')]);
    expect(undone.headers.get('location')).toBe(again.headers.get('location'));
    const restored = await open(undone.headers.get('location') ?? '');
    expect(restored).toMatchObject({ title: 'Restored 3 colors', counts: ['3 done'] });
    expect(await readColors(word)).toHaveLength(3);
    for (const id of ids) expect(await readActions(id)).toEqual(['Add', 'Delete', 'Restore']);
    const first = await open(path);
    expect(first).toMatchObject({ undoneHref: undone.headers.get('location') });
    expect(first).not.toHaveProperty('undoNote', expect.anything());
  });

  it('is done once if the button is pressed several times', async () => {
    const { ids } = await addColors(3);
    const path = await post([['_do', 'delete'], ...toRows(ids)]);
    await Promise.all([press(path, 'start'), press(path, 'start'), press(path, 'start')]);
    await press(path, 'start');
    expect(await open(path)).toMatchObject({ title: 'Deleted 3 colors', problems: [] });
    for (const id of ids) expect(await readActions(id)).toEqual(['Add', 'Delete']);
    expect(await readAuditEntries(ids, 'Deleted')).toHaveLength(3);
  });

  it('skips a record that has been changed or deleted in the meantime, and gives the reason', async () => {
    const { ids, word } = await addColors(4);
    const [changed = '', gone = ''] = ids;
    const path = await post([['_do', 'delete'], ...toRows(ids)]);
    await callRoute(change, `/color/edit/${changed}`, {
      cookie: researcher,
      params: { eid: changed },
      form: { color_name: `${word} renamed`, color_code: '#222222', c_status: '1' },
    });
    await callRoute(removeOne, `/delete/color/${gone}`, {
      cookie: researcher,
      params: { entity: 'color', eid: gone },
      form: { _token: path },
    });
    await press(path, 'start');
    const result = await open(path);
    expect(result).toMatchObject({
      title: 'Deleted 2 of 4 colors',
      counts: ['2 done', '2 failed'],
      problems: [
        {
          id: changed,
          href: `/color/edit/${changed}`,
          reason: expect.stringContaining('It has changed since you selected it'),
        },
        { id: gone, reason: `The specified color '${gone}' could not be found` },
      ],
    });
    expect((await readColors(word)).map(({ color_name }) => color_name)).toEqual([
      `${word} renamed`,
    ]);
  });

  it('by two users at once deletes each record once, and tells the later one that it was not found', async () => {
    const { ids } = await addColors(6);
    const mine = await post([['_do', 'delete'], ...toRows(ids)]);
    const theirs = await post([['_do', 'delete'], ...toRows(ids)], { cookie: researcher });
    await Promise.all([press(mine, 'start'), press(theirs, 'start', researcher)]);
    // On a busy machine, the actions outlast the requests that start them.
    const openBoth = async () => [await open(mine), await open(theirs, researcher)];
    await expect
      .poll(async () => (await openBoth()).map(({ state }) => state))
      .toEqual(['ended', 'ended']);
    const results = await openBoth();
    const problems = results.flatMap((view) => (view.state === 'ended' ? view.problems : []));
    expect(problems).toHaveLength(6);
    for (const { reason } of problems) expect(reason).toContain('could not be found');
    for (const id of ids) expect(await readActions(id)).toEqual(['Add', 'Delete']);
  });

  it('can be undone, except for a record that somebody has restored in the meantime', async () => {
    const { ids } = await addColors(2);
    const { path } = await carryOut([['_do', 'delete'], ...toRows(ids)]);
    const bin = (await store())
      .selectFrom('deleted_record')
      .select('deleted_id')
      .where('deleted_key', '=', ids[0] ?? '');
    const row = await bin.executeTakeFirst();
    await getApiHost().bin?.restore(String(row?.deleted_id), 'mwansa', {});
    const undone = await press(path, 'undo');
    const result = await open(undone.headers.get('location') ?? '');
    expect(result).toMatchObject({ title: 'Restored 1 of 2 colors' });
    if (result.state === 'ended') expect(result.problems.map(({ id }) => id)).toEqual([ids[0]]);
  });
});

describe('changing the status of the selected rows', () => {
  it('changes each status with an entry in the audit log and in the history, and can be undone once', async () => {
    const { ids, word } = await addColors(3);
    await carryOut([['_do', 'status:2'], ...toRows(ids.slice(0, 1))]);
    const { path, result } = await carryOut([['_do', 'status:2'], ...toRows(ids)]);
    expect(result).toMatchObject({
      title: 'Changed the status of 2 of 3 colors to Disabled',
      counts: ['2 done', '1 had the status Disabled already'],
      problems: [],
    });
    expect((await readColors(word)).map(({ color_status }) => color_status)).toEqual([2, 2, 2]);
    for (const id of ids) expect(await readActions(id)).toEqual(['Add', 'Update']);
    expect(await readAuditEntries(ids, 'Updated')).toHaveLength(3);
    const undone = await press(path, 'undo');
    expect(await open(undone.headers.get('location') ?? '')).toMatchObject({
      title: 'Took back the change of status of 2 colors',
    });
    expect((await readColors(word)).map(({ color_status }) => color_status)).toEqual([2, 1, 1]);
    // An undo cannot itself be undone.
    await press(undone.headers.get('location') ?? '', 'undo');
    expect((await readColors(word)).map(({ color_status }) => color_status)).toEqual([2, 1, 1]);
  });

  it('leaves a record as it is that its own form would refuse, with the reason', async () => {
    const { ids, word } = await addColors(2);
    const [incomplete = ''] = ids;
    await (await store())
      .updateTable('color')
      .set({ color_code: null })
      .where('color_id', '=', Number(incomplete))
      .execute();
    const { result } = await carryOut([['_do', 'status:2'], ...toRows(ids)]);
    expect(result).toMatchObject({ title: 'Changed the status of 1 of 2 colors to Disabled' });
    expect(JSON.stringify(result)).toContain(
      'Its form would refuse it, so it was left as it is. Open it, correct it and save it:',
    );
    const rows = await readColors(word);
    expect(rows.find(({ color_id }) => String(color_id) === incomplete)).toMatchObject({
      color_status: 1,
    });
  });

  it('stops when the host no longer answers, and says which records were not processed', async () => {
    const { ids, word } = await addColors(8);
    const path = await post([['_do', 'status:2'], ...toRows(ids)]);
    const host = getApiHost();
    const get = host.get.bind(host);
    let calls = 0;
    const down = vi.spyOn(host, 'get').mockImplementation(async (asked) => {
      if (!asked.startsWith('color/id/')) return get(asked);
      calls += 1;
      return calls > 2 ? { ok: false, error: { kind: 'unreachable' } } : get(asked);
    });
    await press(path, 'start');
    const result = await open(path);
    down.mockRestore();
    expect(result).toMatchObject({
      title: 'Changed the status of 2 of 8 colors to Disabled',
      counts: ['2 done', '3 failed', '3 not processed'],
      ending: expect.stringContaining('did not answer'),
    });
    if (result.state === 'ended')
      expect(result.problems.slice(3).map(({ reason }) => reason)).toEqual([
        'Not processed.',
        'Not processed.',
        'Not processed.',
      ]);
    expect((await readColors(word)).map(({ color_status }) => color_status)).toEqual([
      2, 2, 1, 1, 1, 1, 1, 1,
    ]);
  });
});
