import { beforeAll, describe, expect, it } from 'vitest';
import { getStore } from '~/lib/core/server/store.server';
import type { loadImport } from '~/lib/import/run-import.server';
import {
  action as upload,
  loader as uploadPage,
} from '../../app/routes/_signed-in+/_administration+/import';
import { action, loader } from '../../app/routes/_signed-in+/_administration+/import_.$token';
import { type Answer, callRoute, signedInAs } from '../support/call-route';

type View = Awaited<ReturnType<typeof loadImport>>;

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});

/** Uploads a file of participants. Returns the token in the address of its page. */
async function checkFile(content: string, name = 'data.csv'): Promise<string> {
  const body = new FormData();
  body.set('list', 'participants');
  body.set('file', new File([content], name));
  const request = new Request('http://panel.test/import', {
    method: 'POST',
    headers: { cookie },
    body,
  });
  const { response } = await callRoute((args) => upload({ ...args, request }), '/import');
  const token = response?.headers.get('location')?.split('/').at(-1) ?? '';
  await open(token);
  return token;
}

/** Waits for the end of the check or the import, and returns its page. */
async function open(token: string): Promise<View> {
  let view: View | undefined;
  await expect
    .poll(
      async () => {
        const call = { cookie, params: { token } };
        view = (await callRoute(loader, `/import/${token}`, call)).data as View;
        return view.job.state;
      },
      { timeout: 20_000 },
    )
    .not.toMatch(/checking|staging|applying/);
  return view as View;
}

function post(token: string, form: Record<string, string>): Promise<Answer> {
  return callRoute(action, `/import/${token}`, { cookie, params: { token }, form });
}

/** Returns the fields of the form that a page shows, with these choices. */
function fill({ token, job }: View, choices: Record<string, string> = {}) {
  const chosen = Object.entries(choices).map(([name, choice]) => [`choice-${name}`, choice]);
  return { _token: token, check: job.id, ...Object.fromEntries(chosen) };
}

const isUndecided = ({ job }: View) => job.report?.columns?.some(({ undecided }) => undecided);

const file = 'Study No,Residency\nL-1,NA\n';
const recheck = { intent: 'recheck' };

describe('a file with suspicious values', () => {
  it('is imported once its choices are checked, and not before', async () => {
    const token = await checkFile(file);
    const view = await open(token);
    expect(isUndecided(view)).toBe(true);
    const early = await post(token, fill(view));
    expect([early.status, early.data]).toEqual([
      400,
      { choices: {}, problem: expect.stringContaining('Choose what happens') },
    ]);
    const again = await post(token, { ...fill(view, { residency: 'keep' }), ...recheck });
    expect(again.status).toBe(302);
    const checked = await open(token);
    expect(isUndecided(checked)).toBe(false);
    const changed = await post(token, fill(checked, { residency: 'empty' }));
    expect([changed.status, changed.data]).toEqual([
      400,
      { choices: { residency: 'empty' }, problem: expect.stringContaining('Check again first') },
    ]);
    expect((await post(token, fill(checked, { residency: 'keep' }))).status).toBe(302);
    expect((await open(token)).job).toMatchObject({ state: 'done', report: { added: 1 } });
  });

  it('is not imported by a window that shows an earlier check', async () => {
    const token = await checkFile(file.replace('L-1', 'L-2'));
    const view = await open(token);
    const answers = await Promise.all(
      ['keep', 'empty'].map((choice) =>
        post(token, { ...fill(view, { residency: choice }), ...recheck }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect((await open(token)).job.state).toBe('checked');
    const stale = await post(token, fill(view, { residency: 'keep' }));
    expect([stale.status, stale.data]).toMatchObject([
      400,
      { problem: expect.stringContaining('checked again in another window') },
    ]);
  });
});

describe('the files of a user', () => {
  it('are listed with the time left, and are removed by a button', async () => {
    await (await getStore()).deleteFrom('job').execute();
    const token = await checkFile(file.replace('L-1', 'L-3'), 'people.csv');
    const list = async () =>
      ((await callRoute(uploadPage, '/import', { cookie })).data as { files: unknown[] }).files;
    expect(await list()).toEqual([
      {
        ...{ token, fileName: 'people.csv', state: 'checked', title: 'Participants' },
        ...{ isBusy: false, minutes: 30 },
      },
    ]);
    expect((await post(token, { intent: 'drop' })).headers.get('location')).toBe('/import');
    expect(await list()).toEqual([]);
  });
});
