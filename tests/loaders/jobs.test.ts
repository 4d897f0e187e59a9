import { beforeAll, expect, it } from 'vitest';
import { getStore } from '~/lib/core/server/store.server';
import { storeErasure } from '~/lib/erasure/store-erasure.server';
import type { JobsView } from '~/lib/jobs/jobs-view';
import { action as add } from '../../app/routes/_signed-in+/_administration+/color.add';
import { action as select } from '../../app/routes/_signed-in+/bulk.$entity';
import { action as order } from '../../app/routes/_signed-in+/export-as.$';
import { loader as page } from '../../app/routes/_signed-in+/jobs';
import { callRoute, signedInAs } from '../support/call-route';

let administrator: string;
let researcher: string;

beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
  // Those of other files, which use the same databases.
  await (await getStore()).deleteFrom('job').execute();
});

async function open(cookie: string): Promise<JobsView> {
  const { data, status } = await callRoute(page, '/jobs', { cookie });
  expect(status).toBe(200);
  return data as JobsView;
}

it('users see their own jobs; administrators see the kind, owner and state of others, but not what they are about', async () => {
  const color = { color_name: 'Jobs', color_code: '#111111', c_status: '1' };
  const added = await callRoute(add, '/color/add', { cookie: administrator, form: color });
  const id = /\d+/.exec(added.headers.get('location') ?? '')?.[0] ?? '';
  const params = { '*': 'colors' };
  const form = { format: 'json', style: 'codes', level: 'full', reason: 'A test of the page' };
  const exported = await callRoute(order, '/export-as/colors', {
    ...{ cookie: researcher, params, form },
  });
  const file = exported.headers.get('location') ?? '';
  const selected = await callRoute(select, '/bulk/color', {
    ...{ cookie: researcher, params: { entity: 'color' } },
    form: [
      ['_do', 'status:2'],
      ['_row', id],
    ],
  });
  const bulk = selected.headers.get('location') ?? '';

  await expect
    .poll(async () => (await open(researcher)).own)
    .toMatchObject([
      {
        kind: 'Bulk action',
        what: 'Colors, 1 row',
        state: 'Waits for you',
        href: bulk,
      },
      { kind: 'Export', what: 'Colors, JSON', state: 'Finished', href: file, progress: '' },
    ]);
  expect((await open(researcher)).others).toBeUndefined();

  const { own, others = [] } = await open(administrator);
  expect(own).toEqual([]);
  expect(others).toMatchObject([
    { kind: 'Bulk action', owner: 'lungile', state: 'Waits for you' },
    { kind: 'Export', owner: 'lungile', state: 'Finished' },
  ]);
  for (const job of others) expect(JSON.stringify(job)).not.toContain('Colors');
});

it('an erasure that is not completed names its user or the panel, but not the person', async () => {
  await (await getStore()).deleteFrom('job').execute();
  const person = {
    participantId: '77',
    studyNumber: 'JOB-77',
    phones: ['+260977'],
    names: ['Mary'],
  };
  const plan = {
    ...{ person, records: [], uploads: [], counts: [], onHost: [], kept: [] },
    messenger: { conversations: [], documents: [], posts: [], messages: 0 },
  };
  const certificate = {
    ...{ participant: 'x', reason: 'Request', counts: [], kept: [] },
    ...{ isRepeated: false, needsRewrite: false },
  };
  await storeErasure({ certificate, plan });
  const user = { id: '1', username: 'mwansa' };
  const own = { ...plan, person: { ...person, participantId: '78' } };
  const id = await storeErasure({ user, certificate, plan: own });
  const view = await open(administrator);
  const state = 'Waits for its next attempt';
  expect(view.own).toMatchObject([
    { kind: 'Erasure', what: 'a participant', href: `/erasure/${id}`, state },
  ]);
  expect(view.own[0]?.until).toBeUndefined();
  expect(view.others).toMatchObject([{ kind: 'Erasure', owner: 'the panel', state }]);
  const stored = await (await getStore()).selectFrom('job').selectAll().execute();
  for (const text of [JSON.stringify(view), JSON.stringify(stored)])
    for (const value of ['JOB-77', '+260977', 'Mary']) expect(text).not.toContain(value);
  for (const table of ['job', 'erasure'] as const)
    await (await getStore()).deleteFrom(table).execute();
});
