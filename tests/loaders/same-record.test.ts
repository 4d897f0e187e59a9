import { readHistory } from 'backend/history/read-history';
import { beforeAll, describe, expect, it } from 'vitest';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getStore } from '~/lib/core/server/store.server';
import { action as add } from '../../app/routes/_signed-in+/_administration+/color.add';
import {
  action as change,
  loader as form,
} from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { action as remove } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { action as undo } from '../../app/routes/_signed-in+/undo.$change';
import { callRoute, signedInAs } from '../support/call-route';

const ROUNDS = 5;

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});

let count = 0;

const describeColor = (name: string, code = '#1B7F5C') => ({
  ...{ color_name: name, color_code: code, c_status: '1' },
});

/** Adds a colour and returns its id. */
async function addColor(): Promise<string> {
  const name = `Contended ${++count}`;
  const values = { ...describeColor(name), _token: `add ${count}`, _version: '' };
  const { headers } = await callRoute(add, '/color/add', { cookie, form: values });
  return /\d+/.exec(headers.get('location') ?? '')?.[0] ?? '';
}

/** Opens the form of a colour, and returns a function that posts it with other values. */
async function openForm(eid: string) {
  const call = { cookie, params: { eid } };
  const { data } = await callRoute(form, `/color/edit/${eid}`, call);
  const { token, version } = data as { token: string; version: string };
  return (values: ReturnType<typeof describeColor>) =>
    callRoute(change, `/color/edit/${eid}`, {
      ...call,
      form: { ...values, _token: token, _version: version },
    });
}

function deleteColor(eid: string) {
  return callRoute(remove, `/delete/color/${eid}`, {
    cookie,
    params: { entity: 'color', eid },
    form: { _token: `delete ${eid}` },
  });
}

/** Returns the action, and the name before and after it, of each change of a colour. */
async function readNames(eid: string) {
  const changes = await readHistory(await getHistoryStore(), { entity: 'color', recordId: eid });
  return changes.map(({ action, fields }) => {
    const name = fields.find(({ field }) => field === 'color_name');
    return [action, name?.before ?? null, name?.after ?? null];
  });
}

async function readColor(eid: string) {
  const db = await getStore();
  return db
    .selectFrom('color')
    .select(['color_name', 'color_code'])
    .where('color_id', '=', Number(eid))
    .executeTakeFirst();
}

async function readName(eid: string) {
  return (await readColor(eid))?.color_name;
}

describe('two forms of a record that are posted at the same time', () => {
  it('save one of them, and show the conflict in the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const eid = await addColor();
      const first = await readName(eid);
      const posts = [await openForm(eid), await openForm(eid)];
      const answers = await Promise.all(
        posts.map((post, index) => post(describeColor(`Contended ${++count} ${index}`))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
      const last = await readName(eid);
      expect(await readNames(eid)).toEqual([
        ['Add', null, first],
        ['Update', first, last],
      ]);
      const conflict = answers.find(({ status }) => status === 409);
      expect(JSON.stringify(conflict?.data)).toContain(last);
    }
  });

  it('are both saved if they have the same values, with one change in the history', async () => {
    const eid = await addColor();
    const posts = [await openForm(eid), await openForm(eid)];
    const name = `Contended ${++count}`;
    const answers = await Promise.all(posts.map((post) => post(describeColor(name))));
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect((await readNames(eid)).map(([action]) => action)).toEqual(['Add', 'Update']);
  });
});

it('a change that is taken back while another field is saved loses neither', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const eid = await addColor();
    const first = (await readName(eid)) ?? '';
    const name = `Contended ${++count}`;
    const renamed = await openForm(eid);
    await renamed(describeColor(name));
    const record = { entity: 'color', recordId: eid };
    const made = (await readHistory(await getHistoryStore(), record)).at(-1)?.id ?? '';
    const recolour = await openForm(eid);
    const [saved, undone] = await Promise.all([
      recolour(describeColor(name, '#123456')),
      callRoute(undo, `/undo/${made}`, {
        cookie,
        params: { change: made },
        form: { _token: `undo ${eid}` },
      }),
    ]);
    // A save that comes second shows the conflict of the name.
    expect([302, 409]).toContain(saved.status);
    expect(undone.status).toBe(302);
    expect(await readName(eid)).toBe(first);
    const color = await readColor(eid);
    expect(color?.color_code).toBe(saved.status === 302 ? '#123456' : '#1B7F5C');
  }
});

it('a record that is deleted while it is saved has the deleted values in its history', async () => {
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const eid = await addColor();
    const first = await readName(eid);
    const save = await openForm(eid);
    const name = `Contended ${++count}`;
    // Each of the two begins in half of the rounds.
    const deleting = round % 2 ? deleteColor(eid) : undefined;
    const [saved, deleted] = await Promise.all([
      save(describeColor(name)),
      deleting ?? deleteColor(eid),
    ]);
    expect(deleted.status).toBe(302);
    expect(await readName(eid)).toBeUndefined();
    const isSaved = saved.status === 302;
    expect(await readNames(eid)).toEqual([
      ['Add', null, first],
      ...(isSaved ? [['Update', first, name]] : []),
      ['Delete', isSaved ? name : first, null],
    ]);
  }
});
