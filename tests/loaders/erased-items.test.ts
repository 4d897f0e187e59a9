import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storeRecordOutcome } from '~/lib/bulk/bulk-records.server';
import { storeAction } from '~/lib/bulk/bulk-store.server';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { getPanelKeys } from '~/lib/core/server/keys.server';
import { getStore, openStore } from '~/lib/core/server/store.server';
import { saveDraft } from '~/lib/core/session/drafts.server';
import { getUserKey } from '~/lib/core/session/user-key.server';
import { deleteTemporary, deleteViews, endNamingSessions } from '~/lib/erasure/erase-kept.server';
import { getErasure } from '~/lib/erasure/get-erasure.server';
import { makePlan } from '~/lib/erasure/make-plan.server';
import { notePending, storeImport } from '~/lib/import/pending.server';
import { action as orderExport } from '../../app/routes/_signed-in+/export-as.$';
import { defined } from '../../shared/defined';
import { KeyRing } from '../../shared/keys/key-ring';
import { unwrap } from '../../shared/result';
import { addToHistory } from '../support/add-to-history';
import { callRoute, signedInAs } from '../support/call-route';
import { fullExport } from '../support/full-export';
import { recordStatements } from '../support/record-statements';

let cookie: string;
const ID = 8821;
const PHONE = '+260977008821';
const OTHER_PHONE = '+260977008822';

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  const { db } = await openEmbeddedHost();
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values([
      { id: ID, study_number: 'GONE-8821', phone_number: PHONE },
      { id: ID + 1, study_number: 'STAYS-8822', phone_number: OTHER_PHONE },
    ])
    .execute();
  await db
    .insertInto('phone')
    .values([
      { phone_number: PHONE, phone_name: 'Chishimba Goneaway', phone_status: 3 },
      { phone_number: OTHER_PHONE, phone_name: 'Bwalya Staying', phone_status: 3 },
    ])
    .execute();
  await db.insertInto('sms_history').values({ sms_history_number: PHONE }).execute();
});

afterEach(async () => {
  const db = await getStore();
  for (const table of ['kept_form', 'job', 'item_digest'] as const)
    await db.deleteFrom(table).execute();
});

const user = { id: '1', username: 'ann', name: 'Ann', email: '', role: 'administrator' } as const;

/** Returns the tokens of the stored jobs. */
const listTokens = async () =>
  (await (await getStore()).selectFrom('job').select('token').execute()).map(({ token }) => token);

/** Deletes the items of the participant as an erasure does, which leaves the participant. */
async function deleteItems(): Promise<void> {
  const plan = unwrap(await makePlan(getErasure(), String(ID)));
  if (!plan) throw new Error('The participant has no plan.');
  await (await getStore()).transaction().execute((db) => deleteTemporary(db, plan));
}

describe('an erasure deletes a draft', () => {
  const draft = async (path: string, value: string, errors = {}) => {
    const owner = randomUUID();
    await saveDraft(owner, path, { fields: [['description', value]], errors });
    return owner;
  };
  const listOwners = async () =>
    (await (await getStore()).selectFrom('kept_form').select('username').execute()).map(
      ({ username }) => username,
    );
  const hidden = (kind: string, id: string) => toOpaqueId(kind, id);
  const edited = '/discussion/edit/d1';

  it.each([
    ['the study number', edited, 'See gone-8821.'],
    ['the phone', edited, `on ${PHONE}`],
    ['the phone in groups, without the country', edited, 'Call 0977 00 88 21, please'],
    ['the name, with accents and another case', edited, 'GÓNEAWAY, chishimba'],
    ['the surname alone', edited, '<p>This belongs to <b>Gone</b>away</p>'],
    ['the name as JSON', edited, '["one","\\nGoneaway"]'],
    ['the participant, by the address of the form', '/participant/edit/8821', 'moved away'],
    ['the participant, by the address of another form', '/unsent?draft=x', 'WITHDRAW'],
    ['the phone, by the address of the form', `/phone/edit/${hidden('phone', PHONE)}`, 'x'],
    ['the phone, by a value', '/phone/participants/x', hidden('phone', PHONE)],
    ['the participant, by the value of a selected row', '/bulk/participant', '8821'],
    ['a record of the participant', 'SMS', 'moved away'],
  ])('that mentions %s', async (_, path, value) => {
    const { db } = await openEmbeddedHost();
    const sms = await db
      .selectFrom('sms_history')
      .select('sms_history_id')
      .where('sms_history_number', '=', PHONE)
      .executeTakeFirstOrThrow();
    const address = path.replace('SMS', `/sms-history/edit/${sms.sms_history_id}`);
    const page = `/participant/withdraw/${hidden('participant', String(ID))}`;
    await draft(address, value.replace('WITHDRAW', page));
    const stays = [
      await draft(edited, 'This belongs to Staying, 0977 00 88 22, STAYS-8822.'),
      await draft('/participant/edit/8822', 'gone away with 8821'),
      await draft('/country/edit/8821', 'The number 8821'),
      await draft('/phone/edit/x', hidden('phone', OTHER_PHONE)),
    ];
    await deleteItems();
    expect((await listOwners()).sort()).toEqual(stays.sort());
  });

  it('whose error mentions the person', async () => {
    await draft(edited, 'x', { formErrors: ['GONE-8821 exists'] });
    await deleteItems();
    expect(await listOwners()).toEqual([]);
  });

  it('that has no digests, too many words, or digests of a panel key that was removed', async () => {
    const db = await getStore();
    const known = await draft(edited, 'Other words');
    const earlier = await draft(edited, 'Stored before the upgrade');
    await db.deleteFrom('item_digest').where('item', 'like', `${earlier} %`).execute();
    await draft(edited, 'word '.repeat(30_000));
    const removed = await draft(edited, 'Other words');
    await db
      .updateTable('item_digest')
      .set({ key: 'removed' })
      .where('item', 'like', `${removed} %`)
      .execute();
    await deleteItems();
    expect(await listOwners()).toEqual([known]);
  });

  it('that was stored before the panel key was rotated', async () => {
    await draft(edited, 'This belongs to Goneaway');
    const stays = await draft(edited, 'This belongs to Staying');
    const keys = getPanelKeys();
    const { ring } = keys;
    onTestFinished(() => {
      keys.ring = ring;
    });
    keys.ring = new KeyRing(['k'.repeat(43), ...ring.secrets]);
    await draft(edited, 'Stored with the new key for Goneaway');
    await deleteItems();
    expect(await listOwners()).toEqual([stays]);
  });

  it('and the digests of drafts that are gone', async () => {
    const db = await getStore();
    await draft(edited, 'Stored for a short time');
    await db.deleteFrom('kept_form').execute();
    const owner = await draft(edited, 'Stored later');
    const items = await db.selectFrom('item_digest').select('item').execute();
    expect(items.map(({ item }) => item.split(' ')[0])).toEqual([owner]);
    await db.deleteFrom('kept_form').execute();
    await deleteItems();
    expect(await db.selectFrom('item_digest').selectAll().execute()).toEqual([]);
  });
});

describe('an erasure deletes a bulk action', () => {
  const store = async (entity: string, id: string, { label = 'x', list = '' } = {}) =>
    defined(
      await storeAction(
        user,
        entity,
        { work: { kind: 'delete' }, list, byFilter: false, missing: 0, already: 0 },
        [
          { id: '1', label: 'first', digest: '', fields: [] },
          { id, label, digest: '', fields: [] },
        ],
      ),
    );

  it('on a record of the participant, with their name or with a filter by their number', async () => {
    await store('participant', String(ID));
    await store('phone', PHONE);
    await store('color', '2', { label: 'Blue for Goneaway' });
    await store('participant', '2', { list: 'study_number=gone-8821' });
    const stays = [
      await store('participant', String(ID + 1), { list: 'study_number=STAYS-8822' }),
      await store('color', String(ID)),
    ];
    await deleteItems();
    expect((await listTokens()).sort()).toEqual(stays.sort());
  });

  it('that has failed for a record, whose reason may name anybody', async () => {
    const failed = { owner: getUserKey(user), token: await store('color', '2') };
    const done = { owner: getUserKey(user), token: await store('color', '3') };
    await storeRecordOutcome(failed, 1, 'failed', 'Goneaway has this color');
    await storeRecordOutcome(done, 1, 'done');
    await deleteItems();
    expect(await listTokens()).toEqual([done.token]);
  });
});

describe('an erasure deletes a file for analysis', () => {
  const params = { '*': 'participants' };
  const order = async (search: string, level: object = fullExport, format = 'csv') => {
    const form = { format, style: 'words', ...level };
    const address = `/export-as/participants?${search}`;
    const { headers } = await callRoute(orderExport, address, { cookie, params, form });
    const token = headers.get('location')?.split('/').at(-1) ?? '';
    const row = (await getStore()).selectFrom('job').select('state');
    await expect
      .poll(() => row.where('token', '=', token).executeTakeFirst())
      .toEqual({ state: 'done' });
    return token;
  };
  const one = (id: number) => `id.min=${id}&id.max=${id}`;

  it('with a row of the participant, also a pseudonymised one', async () => {
    await order(`cols=id&${one(ID)}`);
    await order(`cols=residency&${one(ID)}`, fullExport, 'xlsx');
    await order(`cols=id&${one(ID)}`, { level: 'pseudonymised' }, 'list');
    const stays = [
      await order(`cols=id,study_number,phone_number&${one(ID + 1)}`),
      await order(`cols=id&${one(ID + 1)}`, { level: 'pseudonymised' }, 'list'),
    ];
    await deleteItems();
    expect((await listTokens()).sort()).toEqual(stays.sort());
  });

  it('with a text of somebody else that names the participant', async () => {
    const { db } = await openEmbeddedHost();
    const set = (residency: string) =>
      db
        .updateTable('participant')
        .set({ residency })
        .where('id', '=', ID + 1)
        .execute();
    await set('with her aunt Chishimba');
    await order(`cols=residency&${one(ID + 1)}`);
    await set('with her aunt');
    const stays = await order(`cols=residency&${one(ID + 1)}`);
    await deleteItems();
    expect(await listTokens()).toEqual([stays]);
  });
});

describe('an erasure deletes a file that waits for its import', () => {
  const job = { id: 'j', state: 'checked', rows: 0, report: null, message: null } as const;
  const store = async (content: string, { list = 'phones', name = 'data.csv' } = {}) => {
    const file = { name, bytes: Buffer.from(content) };
    return storeImport(user, randomUUID(), list, file, job);
  };

  it('with the participant, in CSV, in JSON, by the id or in the name of the file', async () => {
    await store(`Number,Name\n${PHONE},x\n`);
    await store('Number,Name\n1,"Mrs ""Goneaway"""\n');
    await store('Goneaway,0977123456\n1,2\n');
    await store('[{"phone_name":"one\\nGoneaway"}]');
    await store(`ID,Residency\n${ID},Kitwe\n`, { list: 'participants' });
    await store('Number\n1\n', { name: 'goneaway.csv' });
    const stays = [
      await store(`Number,Name\n${OTHER_PHONE},Staying\n`),
      await store(`ID,Residency\n${ID + 1},${ID}\n`, { list: 'participants' }),
    ];
    await deleteItems();
    expect((await listTokens()).sort()).toEqual(stays.map(({ token }) => token).sort());
  });

  it('that is not valid, as it may have anybody, or whose check names the participant', async () => {
    await store('Number,Name\n1,"never closed\n');
    const content = `Number,Name\n${OTHER_PHONE},Staying\n`;
    const named = await store(content);
    await notePending(named, { job: { ...job, message: 'This is the phone of Goneaway.' } });
    const stays = await store(content);
    await notePending(stays, { job: { ...job, message: 'This is the phone of Staying.' } });
    await deleteItems();
    expect(await listTokens()).toEqual([stays.token]);
  });
});

it('an erasure asks for all records of a kind, all views and all sessions together', async () => {
  const store = await openStore();
  if (!('sqlite' in store)) throw new Error('the test needs SQLite');
  const { sqlite } = store;
  const { db } = await openEmbeddedHost();
  const count = async (work: () => Promise<unknown>) =>
    (await recordStatements(sqlite, work)).statements.length;
  /** Adds records of the participant, records whose history names them, views and sessions. Counts the queries. */
  const add = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      await db.insertInto('sms_history').values({ sms_history_number: PHONE }).execute();
      const change = {
        username: 'ann',
        action: 'Update',
        entity: 'color',
        recordId: `named-${n}`,
      } as const;
      const fields = [{ field: 'color_name', before: null, after: `of GONE-8821 ${n}` }];
      await addToHistory({ ...change, fields });
      const id = `view-${n}`;
      await store.db
        .insertInto('saved_view')
        .values({
          ...{ id, owner: 'ann', digest: id, content: 'unreadable', used_at: 1 },
          ...{ name: null, list_digest: null },
        })
        .execute();
      const session = { username: 'ann', data: '{"toast":"GONE-8821"}', created_at: 1, seen_at: 1 };
      await store.db
        .insertInto('session')
        .values({ token_hash: id, ...session })
        .execute();
    }
    return {
      plan: await count(() => makePlan(getErasure(), String(ID))),
      views: await count(() => deleteViews(store.db, ['GONE-8821'])),
      sessions: await count(() => endNamingSessions(store.db, ['GONE-8821'])),
    };
  };
  const few = await add(0, 2);
  expect(await add(2, 40)).toEqual(few);
  expect(few).toMatchObject({ views: 3, sessions: 2 });
});
