import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { appendChanges } from 'backend/history/append-changes';
import type { FieldChange } from 'backend/history/change';
import { makeHistoryId } from 'backend/history/sealed-identity';
import { allRows, type ListQuery } from 'shared/list/grammar';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bindHistoryToRecord } from '~/lib/core/entities/record-history';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { fetchRows } from '~/lib/core/list/fetch-rows.server';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { action as addColor } from '../../app/routes/_signed-in+/_administration+/color.add';
import { action as editColor } from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { loader as attempt } from '../../app/routes/_signed-in+/_messenger+/quiz-attempt.edit.$eid';
import { action as removeRecord } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { loader as history } from '../../app/routes/_signed-in+/history.$entity.$record';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';

const sort = { field: 'change_no', descending: true };

/** Adds changes to the history of a resource. Returns a function that reads the rows of this history. */
async function addChanges(recordId: string, changes: readonly FieldChange[][]) {
  const origin = { entity: 'resource', recordId, username: 'ann', action: 'Update' as const };
  await appendChanges(
    await getHistoryStore(),
    changes.map((fields) => ({ ...origin, id: makeHistoryId(), at: 1_000, fields })),
  );
  const list = defined(bindHistoryToRecord('resource', recordId));
  return async (query: Partial<ListQuery>) => {
    const result = await fetchRows(list, { ...allRows, sort, ...query });
    if (!result.ok) throw new Error(result.error.kind);
    return result.value.rows.map((row) => [row.change_field, row.change_before, row.change_after]);
  };
}

it('a page of a history has the values of its rows, which can be searched, filtered and sorted', async () => {
  const name = (before: string, after: string) => ({ field: 'resource_name', before, after });
  const content = { field: 'resource_content', before: '<p>Old</p>', after: '<p>New</p>' };
  const read = await addChanges('901', [
    [name('A', 'B'), content],
    [name('B', 'C')],
    [name('C', 'A')],
  ]);
  const all = [
    ['Name', 'C', 'A'],
    ['Name', 'B', 'C'],
    ['Name', 'A', 'B'],
    ['Content', 'Old', 'New'],
  ];
  expect(await read({})).toEqual(all);
  expect(await read({ size: 2 })).toEqual(all.slice(0, 2));
  expect(await read({ size: 3, page: 2 })).toEqual(all.slice(3));
  expect(await read({ size: 2, page: 2 })).toEqual(all.slice(2));
  expect(await read({ size: 2, page: 3 })).toEqual([]);
  expect(await read({ size: 2, q: 'new' })).toEqual(all.slice(3));
  const filters = [{ kind: 'text', field: 'change_before', contains: 'b' } as const];
  expect(await read({ size: 2, filters })).toEqual(all.slice(1, 2));
  const byValue = { field: 'change_after', descending: false };
  expect(await read({ size: 2, sort: byValue })).toEqual([all[0], all[2]]);
});

it.each([
  { what: 'a page', query: { size: 20 } },
  { what: 'a search', query: { size: 20, q: 'end' } },
])('$what of a long history needs less than 15 MB of memory', async ({ what, query }) => {
  const text = '<p>The quick brown fox jumps over the dog.</p>'.repeat(950);
  const changes = Array.from({ length: 400 }, (_, n) => [
    { field: 'resource_content', before: `${n} ${text}`, after: `${n + 1} ${text}` },
  ]);
  const read = await addChanges(what, changes.splice(0));
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const measure = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = measure();
  let peak = 0;
  let isDone = false;
  const reading = read(query).finally(() => {
    isDone = true;
  });
  // Other requests can run after each change. The memory is measured at these points.
  for (let n = 1; !isDone; n++) {
    await setImmediate();
    if (n % 40 === 0) peak = Math.max(peak, measure());
  }
  await reading;
  expect(peak).toBeGreaterThan(0);
  // All values together take about 34 MB.
  expect(peak - before).toBeLessThan(15_000_000);
});

it('offers to take back only changes whose values the record still has, and reads the record once', async () => {
  const cookie = await signedInAs('administrator');
  const save = async (action: typeof addColor, path: string, code: string, eid?: string) => {
    const form = { color_name: 'Outdated', color_code: code, c_status: '1' };
    const params = eid === undefined ? undefined : { eid };
    const { headers } = await callRoute(action, path, { cookie, params, form });
    return /\d+/.exec(headers.get('location') ?? '')?.[0] ?? '';
  };
  const id = await save(addColor, '/color/add', '#111111');
  for (const code of ['#222222', '#333333']) await save(editColor, `/color/edit/${id}`, code, id);
  const open = async (search = '') => {
    const call = { cookie, params: { entity: 'color', record: id } };
    const { data } = await callRoute(history, `/history/color/${id}${search}`, call);
    const { rows } = (data as { view: ListView }).view;
    return rows.map(({ cells }) => Object(cells.at(-1)).text ?? cells.at(-1));
  };
  const get = vi.spyOn(getApiHost(), 'get');
  onTestFinished(() => get.mockRestore());
  expect(await open()).toEqual(['Take back', ...Array(4).fill('Changed since')]);
  expect(get.mock.calls).toEqual([[`color/id/${id}`]]);
  expect(await open('?change_undo=Take+back')).toEqual(['Take back']);
  get.mockResolvedValue({ ok: false, error: { kind: 'unreachable' } });
  expect(await open()).toEqual(Array(5).fill('Take back'));
});

it('is closed to users who may not see the bin if the record was deleted, also by another program', async () => {
  const cookie = await signedInAs('administrator');
  const researcher = await signedInAs('researcher');
  const add = async (color_name: string) => {
    const form = { color_name, color_code: '#111111', c_status: '1' };
    const { headers } = await callRoute(addColor, '/color/add', { cookie, form });
    return /\d+/.exec(headers.get('location') ?? '')?.[0] ?? '';
  };
  const open = async (id: string, as: string) => {
    const call = { cookie: as, params: { entity: 'color', record: id } };
    return (await callRoute(history, `/history/color/${id}`, call)).status;
  };
  const [present, deleted, gone] = [await add('Present'), await add('Deleted'), await add('Gone')];
  const call = { cookie, params: { entity: 'color', eid: deleted }, form: {} };
  await callRoute(removeRecord, `/delete/color/${deleted}`, call);
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('color').where('color_id', '=', Number(gone)).execute();
  config.RESEARCHERS_READ_ONLY = true;
  onTestFinished(() => {
    config.RESEARCHERS_READ_ONLY = false;
  });
  for (const [id, status] of [
    [present, 200],
    [deleted, 403],
    [gone, 403],
  ] as const)
    expect([id, await open(id, researcher), await open(id, cookie)]).toEqual([id, status, 200]);
});

it('the page of a quiz attempt leads to its history', async () => {
  const { db } = await openEmbeddedHost();
  await db.insertInto('quiz').values({ quiz_id: 5, quiz_question: 'Why?' }).execute();
  await db.insertInto('quiz_attempt').values({ attempt_id: 5, attempt_quiz: 5 }).execute();
  const cookie = await signedInAs('administrator');
  const call = { cookie, params: { eid: '5' } };
  const { status, data } = await callRoute(attempt, '/quiz-attempt/edit/5', call);
  expect(status).toBe(200);
  expect(data).toMatchObject({ historyHref: '/history/quiz-attempt/5' });
});
