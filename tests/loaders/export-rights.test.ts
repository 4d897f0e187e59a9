import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendDue } from '~/lib/core/host/audit-outbox.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { exportMessages, listPermissions } from '~/lib/core/session/permissions';
import type { loadFormats } from '~/lib/export/load-formats.server';
import { action as exportPlain } from '../../app/routes/_signed-in+/export.$';
import { action as order, loader as page } from '../../app/routes/_signed-in+/export-as.$';
import { loader as filePage } from '../../app/routes/_signed-in+/exported.$token';
import { loader as download } from '../../app/routes/_signed-in+/exported.$token_.$part';
import { callRoute, signedInAs } from '../support/call-route';
import { fullExport } from '../support/full-export';

const PATH = '/export-as/participants?cols=id,study_number,own_phone';
const params = { '*': 'participants' };
const pseudonymised = { format: 'csv', style: 'codes', level: 'pseudonymised' };
const researcher = { id: '2', username: 'lungile', name: '', email: '', role: '2' };
let cookie: string;
let administrator: string;

beforeAll(async () => {
  cookie = await signedInAs('researcher');
  administrator = await signedInAs('administrator');
  // Entries that earlier files of the process left are sent first, and only some of them at a time.
  await (await getStore()).deleteFrom('audit_intent').execute();
  const { db } = await openEmbeddedHost();
  await db.insertInto('participant').values({ study_number: 'RIGHTS-1', own_phone: '1' }).execute();
});

afterEach(() => {
  config.RESEARCHERS_EXPORT = 'full';
});

const make = (form: Record<string, string>, as = cookie) =>
  callRoute(order, PATH, { cookie: as, params, form });
const openPage = async () =>
  (await callRoute(page, PATH, { cookie, params })).data as Awaited<ReturnType<typeof loadFormats>>;

/** Makes a file, and returns the function that downloads it, with a function that reads its page. */
async function makeFile(form: Record<string, string>) {
  const address = (await make(form)).headers.get('location') ?? '';
  expect(address).toMatch(/^\/exported\//);
  const token = address.split('/')[2] ?? '';
  const fetchFile = () =>
    callRoute(download, `${address}/data`, { cookie, params: { token, part: 'data' } });
  const readPage = async () =>
    (await callRoute(filePage, address, { cookie, params: { token } })).data;
  return Object.assign(fetchFile, { readPage });
}

/** Expects a 403 response with the message of a right. */
async function expectRefusal(
  answer: ReturnType<typeof callRoute>,
  right: keyof typeof exportMessages,
): Promise<void> {
  const { status, response } = await answer;
  expect([status, await response?.text()]).toEqual([403, exportMessages[right]]);
}

describe('a researcher who may not export', () => {
  it('is refused every list, every summary, and files that were made before', async () => {
    const fetchFile = await makeFile(pseudonymised);
    config.RESEARCHERS_EXPORT = 'off';
    await expectRefusal(callRoute(page, PATH, { cookie, params }), 'off');
    await expectRefusal(make(pseudonymised), 'off');
    await expectRefusal(make({ format: 'csv', style: 'codes', ...fullExport }), 'off');
    for (const path of ['participants', 'participants?by=own_phone', 'countries'])
      await expectRefusal(
        callRoute(exportPlain, `/export/${path}`, {
          cookie,
          params: { '*': path.replace(/\?.*/, '') },
          form: {},
        }),
        'off',
      );
    await expectRefusal(fetchFile(), 'off');
    expect(listPermissions(researcher).mayExport).toBe(false);
  });

  it('is named in the audit log', async () => {
    // Entries of other tests in this process would be sent first.
    const store = await getStore();
    for (const table of ['audit_intent', 'security_count'] as const)
      await store.deleteFrom(table).execute();
    config.RESEARCHERS_EXPORT = 'off';
    await expectRefusal(make(pseudonymised), 'off');
    await sendDue();
    const { db } = await openEmbeddedHost();
    const entries = await db
      .selectFrom('audit_entry')
      .select('audit_username')
      .where('audit_action', '=', 'Refused')
      .where('audit_description', 'like', '%An export (participant) was refused%')
      .execute();
    expect(entries.map(({ audit_username }) => audit_username)).toContain('lungile');
  });

  it('does not keep an administrator from exporting', async () => {
    config.RESEARCHERS_EXPORT = 'off';
    expect((await make(pseudonymised, administrator)).status).toBe(302);
  });
});

describe('a researcher who may export pseudonymised files only', () => {
  it('is refused full files and free text, also files that were made before', async () => {
    const fetchFull = await makeFile({ format: 'csv', style: 'codes', ...fullExport });
    const fetchTexts = await makeFile({ ...pseudonymised, texts: 'on' });
    config.RESEARCHERS_EXPORT = 'pseudonymised';
    await expectRefusal(make({ format: 'csv', style: 'codes', ...fullExport }), 'pseudonymised');
    await expectRefusal(make({ ...pseudonymised, texts: 'on' }), 'pseudonymised');
    for (const fetchFile of [fetchFull, fetchTexts])
      await expectRefusal(fetchFile(), 'pseudonymised');
    expect(await fetchFull.readPage()).toMatchObject({ failure: exportMessages.pseudonymised });
  });

  it('has no other choice, and gets the pseudonymised file', async () => {
    expect((await openPage()).privacy?.only).toBeUndefined();
    config.RESEARCHERS_EXPORT = 'pseudonymised';
    expect((await openPage()).privacy?.only).toBe(exportMessages.pseudonymised);
    const { response, status } = await (await makeFile(pseudonymised))();
    expect(status).toBe(200);
    expect(await response?.text()).not.toContain('RIGHTS-1');
    expect(listPermissions(researcher).mayExport).toBe(true);
  });

  it('exports summaries by month, but not by day or by user names', async () => {
    config.RESEARCHERS_EXPORT = 'pseudonymised';
    const summarize = (by: string) =>
      callRoute(exportPlain, `/export/participants?by=${by}`, { cookie, params, form: {} });
    for (const by of ['assessment_date.day', 'own_phone,assessment_date.week', 'peer_navigator'])
      expect([by, (await summarize(by)).status]).toEqual([by, 302]);
    const file = await summarize('own_phone,assessment_date.month');
    expect(file.headers.get('content-type')).toContain('text/csv');
    config.RESEARCHERS_EXPORT = 'full';
    expect((await summarize('assessment_date.day')).status).toBe(200);
  });

  it('exports lists without personal data as they are', async () => {
    config.RESEARCHERS_EXPORT = 'pseudonymised';
    const file = await callRoute(exportPlain, '/export/countries', {
      cookie,
      params: { '*': 'countries' },
      form: {},
    });
    expect(file.headers.get('content-type')).toContain('text/csv');
  });
});
