import type { PlannedChange } from 'backend/history/append-changes';
import { listPending, storePending, withdrawPending } from 'backend/history/pending';
import { readHistory } from 'backend/history/read-history';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { config } from '~/lib/core/server/config.server';
import { settleChanges } from '~/lib/core/undo/settle-changes.server';
import { action as add } from '../../app/routes/_signed-in+/_administration+/color.add';
import { action as change } from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { action as addCountry } from '../../app/routes/_signed-in+/_administration+/country.add';
import { action as changeResource } from '../../app/routes/_signed-in+/_administration+/resource.edit.$eid';
import { action as changeUser } from '../../app/routes/_signed-in+/_administration+/user.edit.$eid';
import { action as changeQuiz } from '../../app/routes/_signed-in+/_messenger+/quiz.edit.$eid';
import { action as remove } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { action as undo, loader as undoPage } from '../../app/routes/_signed-in+/undo.$change';
import { byName, type SqlRow } from '../../shared/db/types';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;
beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});

let count = 0;

/** Adds a color. Returns its id and its name. */
async function addColor(): Promise<{ id: string; name: string }> {
  const name = `Undone ${++count}`;
  const form = { color_name: name, color_code: '#111111', c_status: '1' };
  const { headers } = await callRoute(add, '/color/add', { cookie: administrator, form });
  return { id: /\d+/.exec(headers.get('location') ?? '')?.[0] ?? '', name };
}

const readChanges = async (id: string) =>
  readHistory(await getHistoryStore(), { entity: 'color', recordId: id });

describe('taking back a change', () => {
  it('is refused to a read-only role, which still sees the comparison', async () => {
    const { id, name } = await addColor();
    const form = { color_name: name, color_code: '#222222', c_status: '1' };
    const params = { eid: id };
    await callRoute(change, `/color/edit/${id}`, { cookie: administrator, params, form });
    const made = defined((await readChanges(id))[1]);
    config.RESEARCHERS_READ_ONLY = true;
    onTestFinished(() => {
      config.RESEARCHERS_READ_ONLY = false;
    });
    const call = { params: { change: made.id }, form: { _token: 'a' } };
    const answer = await callRoute(undo, `/undo/${made.id}`, { ...call, cookie: researcher });
    expect(answer.status).toBe(403);
    expect(await readChanges(id)).toHaveLength(2);
    const shown = await callRoute(undoPage, `/undo/${made.id}`, {
      params: call.params,
      cookie: researcher,
    });
    expect(shown.data).toMatchObject({
      differences: [{ label: 'Color', after: '#222222', before: '#111111' }],
    });
  });
});

it('the page that takes back an addition says whether the deletion is final', async () => {
  const { id } = await addColor();
  const added = defined((await readChanges(id))[0]);
  const open = async () => {
    const params = { change: added.id };
    const { data } = await callRoute(undoPage, `/undo/${added.id}`, {
      params,
      cookie: administrator,
    });
    return data;
  };
  expect(await open()).toMatchObject({
    notes: [expect.stringMatching(/You can undo this for 30 days\.$/)],
  });
  const { bin } = getApiHost();
  onTestFinished(() => {
    Object.assign(getApiHost(), { bin });
  });
  Object.assign(getApiHost(), { bin: undefined });
  expect(await open()).toMatchObject({
    notes: [expect.stringMatching(/This cannot be undone\.$/)],
  });
});

it('taking back a change reads the record once', async () => {
  const { id, name } = await addColor();
  const form = { color_name: name, color_code: '#222222', c_status: '1' };
  const edited = { cookie: administrator, params: { eid: id }, form };
  await callRoute(change, `/color/edit/${id}`, edited);
  const made = defined((await readChanges(id))[1]);
  const get = vi.spyOn(getApiHost(), 'get');
  onTestFinished(() => get.mockRestore());
  const answer = await callRoute(undo, `/undo/${made.id}`, {
    cookie: administrator,
    params: { change: made.id },
    form: { _token: 'd' },
  });
  expect(answer.headers.get('location')).toBe(`/history/color/${id}`);
  expect(get.mock.calls.filter(([path]) => path === `color/id/${id}`)).toHaveLength(1);
});

it('taking back a deletion that the host refuses shows the reason', async () => {
  const country = { country_name: 'Nauru', country_code: '+674', c_status: '1' };
  const call = { cookie: administrator, form: country };
  const { headers } = await callRoute(addCountry, '/country/add', call);
  const id = defined(/\d+/.exec(headers.get('location') ?? '')?.[0]);
  await callRoute(remove, `/delete/country/${id}`, {
    cookie: administrator,
    params: { entity: 'country', eid: id },
    form: { _token: 'b' },
  });
  await callRoute(addCountry, '/country/add', call);
  const changes = await readHistory(await getHistoryStore(), { entity: 'country', recordId: id });
  const deletion = defined(changes.find(({ action }) => action === 'Delete'));
  const answer = await callRoute(undo, `/undo/${deletion.id}`, {
    cookie: administrator,
    params: { change: deletion.id },
    form: { _token: 'c' },
  });
  expect(answer.data).toMatchObject({ error: { '': ["The country 'Nauru' exists already"] } });
});

describe('taking back a change of a record that other programs have written', () => {
  /** Adds a row to a table of the host. Returns its id. */
  async function insert(table: string, key: string, row: Record<string, unknown>): Promise<string> {
    const { db } = await openEmbeddedHost();
    const added = await byName(db)
      .insertInto(table)
      .values(row as SqlRow)
      .returning(key)
      .executeTakeFirstOrThrow();
    return String(added[key]);
  }
  const read = async (table: string, key: string, id: string) =>
    byName((await openEmbeddedHost()).db)
      .selectFrom(table)
      .selectAll()
      .where(key, '=', Number(id))
      .executeTakeFirstOrThrow();
  /** Posts the form of an edit, and takes the change back. */
  async function changeAndUndo(
    route: typeof change,
    { entity, id }: { entity: string; id: string },
    form: Record<string, string>,
  ) {
    const call = { cookie: administrator, params: { eid: id }, form };
    const changed = await callRoute(route, `/${entity}/edit/${id}`, call);
    expect(changed.status, JSON.stringify(changed.data)).toBe(302);
    const made = defined(
      (await readHistory(await getHistoryStore(), { entity, recordId: id })).at(-1),
    );
    return callRoute(undo, `/undo/${made.id}`, {
      cookie: administrator,
      params: { change: made.id },
      form: { _token: `${entity} ${id}` },
    });
  }

  it('is refused with the reason if a field that must not be empty was empty', async () => {
    const names = { user_username: 'nameless', user_fname: null, user_lname: 'Banda' };
    const others = { user_email: 'nameless@research.example', user_role: 2, user_status: 1 };
    const id = await insert('user_account', 'user_id', { ...names, ...others });
    const answer = await changeAndUndo(
      changeUser,
      { entity: 'user', id },
      {
        ...{ user_fname: 'Ann', user_lname: 'Phiri', user_email: others.user_email },
        ...{ user_role: '2', u_status: '1' },
      },
    );
    expect(answer).toMatchObject({
      status: 409,
      data: {
        error: {
          '': [
            'These fields were empty before this change, and must not be empty: First name. Edit the record instead.',
          ],
        },
      },
    });
  });

  it('restores a removed option of a quiz under its former id', async () => {
    const options = [
      { id: 3, no: 1, answer: 'A', correct: 0 },
      { id: 1, no: 2, answer: 'B', correct: 1 },
      { id: 'x', no: 3, answer: 'C', correct: 0 },
    ];
    const quiz = { quiz_question: 'Why?', quiz_status: 1, quiz_options: JSON.stringify(options) };
    const id = await insert('quiz', 'quiz_id', quiz);
    await changeAndUndo(
      changeQuiz,
      { entity: 'quiz', id },
      {
        ...{ quiz_question: 'Why?', c_status: '1' },
        ...{ 'quiz_options[0].id': '1', 'quiz_options[0].answer': 'B' },
        ...{ 'quiz_options[1].answer': 'D' },
      },
    );
    const { quiz_options } = await read('quiz', 'quiz_id', id);
    expect(JSON.parse(String(quiz_options))).toEqual(options);
  });

  it('restores a rich text with the parts that the editor does not know', async () => {
    const resource_content = '<center>Old</center><p onclick="x()">text<br>end';
    const id = await insert('resource', 'resource_id', {
      ...{ resource_name: 'Old', resource_description: 'x', resource_type: 1, resource_status: 1 },
      resource_content,
    });
    await changeAndUndo(
      changeResource,
      { entity: 'resource', id },
      {
        ...{ resource_name: 'Old', resource_description: 'x', r_type: '1', r_status: '1' },
        resource_content: '<p>New</p>',
      },
    );
    expect(await read('resource', 'resource_id', id)).toMatchObject({ resource_content });
  });
});

describe('a change whose process has ended', () => {
  /**
   * Stores a pending change as a process that has ended would have left it, and resolves all pending changes. Expects
   * that none is left.
   */
  async function abandon(planned: Omit<PlannedChange, 'entity' | 'username'>): Promise<void> {
    const store = await getHistoryStore();
    await storePending(store, { entity: 'color', username: 'ann', ...planned }, 'ended');
    await settleChanges();
    expect((await listPending(store)).changes).toEqual([]);
  }
  const setCode = (id: string, before: string, after: string) =>
    abandon({
      recordId: id,
      action: 'Update',
      fields: [{ field: 'color_code', before, after }],
    });
  const listOutcomes = async (id: string) =>
    (await readChanges(id)).map(({ action, outcome }) => `${action} ${outcome}`);

  it('is dropped if the record has the values from before the change', async () => {
    const { id } = await addColor();
    await setCode(id, '#111111', '#222222');
    expect(await listOutcomes(id)).toEqual(['Add made']);
  });

  it('counts as made if the record has the values of the change', async () => {
    const { id } = await addColor();
    await setCode(id, '#000000', '#111111');
    expect(await listOutcomes(id)).toEqual(['Add made', 'Update made']);
  });

  it('stays in the history as unknown if the record has other values', async () => {
    const { id } = await addColor();
    await setCode(id, '#000000', '#999999');
    expect(await listOutcomes(id)).toEqual(['Add made', 'Update unknown']);
    const unknown = defined((await readChanges(id))[1]);
    const params = { change: unknown.id };
    const shown = await callRoute(undoPage, `/undo/${unknown.id}`, {
      params,
      cookie: administrator,
    });
    expect(JSON.stringify(shown.data)).toContain('It is not known whether this change was made.');
  });

  it('that added a record counts as made if a record has the values, and is otherwise dropped', async () => {
    const { db } = await openEmbeddedHost();
    const values = { color_name: `Found ${++count}`, color_code: '#123456', color_status: 1 };
    const { color_id } = await db
      .insertInto('color' as never)
      .values(values as never)
      .returning('color_id' as never)
      .executeTakeFirstOrThrow();
    const fields = [
      { field: 'color_name', before: null, after: values.color_name },
      { field: 'color_code', before: null, after: '#123456' },
      { field: 'c_status', before: null, after: '1' },
    ];
    await abandon({ action: 'Add', fields });
    expect(await listOutcomes(String(color_id))).toEqual(['Add made']);
    const store = await getHistoryStore();
    const before = await store.db.selectFrom('record_change').selectAll().execute();
    const [name, ...rest] = fields;
    await abandon({ action: 'Add', fields: [{ ...defined(name), after: 'Never added' }, ...rest] });
    expect(await store.db.selectFrom('record_change').selectAll().execute()).toEqual(before);
  });

  it('that deleted a record counts as made if the record does not exist, and is otherwise dropped', async () => {
    const { id } = await addColor();
    await abandon({ recordId: id, action: 'Delete', fields: [] });
    expect(await listOutcomes(id)).toEqual(['Add made']);
    await abandon({ recordId: '987654', action: 'Delete', fields: [] });
    expect(await listOutcomes('987654')).toEqual(['Delete made']);
  });

  it('does not prevent others from being resolved if it cannot be stored or read', async () => {
    const { id } = await addColor();
    const store = await getHistoryStore();
    const fields = [{ field: 'color_code', before: '#000000', after: '#111111' }];
    const planned = { entity: 'color', recordId: id, username: 'ann', fields };
    // One change has an action of another version, the other a user whose changes the database refuses.
    const foreign = { ...planned, action: 'Merge' } as unknown as PlannedChange;
    const { id: unreadable } = await storePending(store, foreign, 'ended');
    const refused = await storePending(
      store,
      { ...planned, action: 'Update', username: 'refused' },
      'ended',
    );
    await sql`create trigger refuse before insert on record_change when new.username = 'refused'
      begin select raise(abort, 'refused'); end`.execute(store.db);
    onTestFinished(async () => {
      await sql`drop trigger refuse`.execute(store.db);
      await withdrawPending(store, unreadable);
      await withdrawPending(store, refused.id);
    });
    await storePending(store, { ...planned, action: 'Update' }, 'ended');
    await settleChanges();
    expect(await listOutcomes(id)).toEqual(['Add made', 'Update made']);
    expect(await listPending(store)).toMatchObject({
      changes: [{ id: refused.id }],
      unreadable: [unreadable],
    });
  });
});
