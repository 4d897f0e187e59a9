import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import type { FileView } from '~/lib/export/load-file.server';
import type { loadFormats } from '~/lib/export/load-formats.server';
import type { OrderReply } from '~/lib/export/order-export.server';
import { action as exportList } from '../../app/routes/_signed-in+/export.$';
import { loader as formatsPage, action as order } from '../../app/routes/_signed-in+/export-as.$';
import { loader as filePage } from '../../app/routes/_signed-in+/exported.$token';
import { loader as download } from '../../app/routes/_signed-in+/exported.$token_.$part';
import { byName } from '../../shared/db/types';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';
import { readCsv } from '../support/csv-file';
import { fullExport } from '../support/full-export';
import { readZip } from '../support/read-zip';

let cookie: string;
const PHONE = '+260970000001';

beforeAll(async () => {
  cookie = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  for (const table of ['participant', 'follow_up', 'study_resource'])
    await byName(db).deleteFrom(table).execute();
  const people = [
    { study_number: 'SN-1', phone_number: PHONE, birthday: '2001-05-06' },
    { study_number: 'SN-2', phone_number: '+260970000002', birthday: '1960-01-01' },
    { study_number: 'SN-3', phone_number: '+260970000003', birthday: 'soon' },
  ];
  await byName(db)
    .insertInto('participant')
    .values(
      people.map((person) => ({
        ...{ ...person, residency: 'Kabwata', own_phone: '1', peer_navigator: 'pn' },
        history_contraception_stop_reason: 'Mutinta said so',
        ...{ assessment_date: '2026-03-05', next_date: '2026-03-12' },
      })),
    )
    .execute();
  await byName(db)
    .insertInto('follow_up')
    .values([
      { study_number: 'SN-1', next_checkin_date: '2026-04-05', checkin_notes: 'Call Mutinta' },
      { study_number: 'SN-9', next_checkin_date: 'next week', checkin_notes: '' },
    ])
    .execute();
  await byName(db)
    .insertInto('study_resource')
    .values([
      { sresource_name: 'Mutinta', sresource_whatsapp: PHONE, sresource_sent_date: '2026-03-06' },
      { sresource_name: 'Other', sresource_whatsapp: '+27', sresource_sent_date: '2026-03-06' },
    ])
    .execute();
});

it('the page names each column that the file changes or leaves out before it is made', async () => {
  const cols =
    'id,study_number,phone_number,birthday,assessment_date,peer_navigator,own_phone,followup_state';
  const path = `/export-as/participants?cols=${cols}`;
  const call = { cookie, params: { '*': 'participants' } };
  const { data, headers, status } = await callRoute(formatsPage, path, call);
  expect([status, headers.get('location')]).toEqual([200, null]);
  const { privacy } = data as Awaited<ReturnType<typeof loadFormats>>;
  const named = privacy?.changes.map(({ words, titles }) => `${titles.join(', ')}: ${words}`);
  expect(named?.join('\n')).toMatch(/Study No.*: replaced by a pseudonym of the person/);
  expect(named?.join('\n')).toMatch(/Phone Number.*: left out as identifying people/);
  expect(named?.join('\n')).toMatch(/: replaced by the age band at the assessment/);
  expect(named?.join('\n')).toMatch(/: shifted by a secret number of days/);
  expect(named?.join('\n')).toMatch(/Follow-up State: left out as depending on the present day/);
});

type Fields = Record<string, string>;

/** Posts the form of an export of a list, which is a pseudonymised one unless the fields say otherwise. */
function post(list: string, fields: Fields = {}, as = cookie) {
  const [path = ''] = list.split('?');
  const params = { '*': path };
  const form = { format: 'csv', style: 'words', ...fields };
  return callRoute(order, `/export-as/${list}`, { cookie: as, params, form });
}

async function exportAs(list: string, fields: Fields = {}) {
  const path = (await post(list, fields)).headers.get('location') ?? '';
  const [, , token = ''] = path.split('/');
  const { data } = await callRoute(filePage, path, { cookie, params: { token } });
  const fetchPart = async (part: string) => {
    const call = { cookie, params: { token, part } };
    const { response } = await callRoute(download, `${path}/${part}`, call);
    return Buffer.from(await defined(response).arrayBuffer());
  };
  return { view: data as FileView, data: await fetchPart('data'), fetchPart };
}

/** Exports a list as CSV. Returns its rows as objects. */
async function readRows(list: string, fields: Fields = {}) {
  const [titles = [], ...rows] = readCsv((await exportAs(list, fields)).data.toString());
  return rows.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])),
  );
}

async function readEntries(): Promise<string[]> {
  const { db } = await openEmbeddedHost();
  const rows = await byName(db).selectFrom('audit_entry').select('audit_description').execute();
  return rows.map(({ audit_description }) => String(audit_description));
}

describe('a full file', () => {
  it('is not made without a reason, and the form keeps what was chosen', async () => {
    const fields = { format: 'xlsx', level: 'full', reason: '  ', texts: 'on' };
    const { status, data } = await post('participants', fields);
    expect(status).toBe(400);
    expect(data as OrderReply).toEqual({
      reasonError: 'Enter the reason for the full file',
      choices: { format: 'xlsx', style: 'words', level: 'full', withTexts: true, reason: '' },
    });
    const long = await post('participants', { ...fullExport, reason: 'x'.repeat(301) });
    expect(long).toMatchObject({
      status: 400,
      data: { reasonError: 'The reason can have up to 300 characters' },
    });
  });

  it('needs a proof of the last ten minutes, and the form keeps the reason but not the proof', async () => {
    const old = await signedInAs('researcher');
    await changeStoredSession(old, { provenAt: undefined });
    const asked = await post('participants', fullExport, old);
    expect(asked).toMatchObject({
      status: 400,
      data: {
        proof: { kind: 'password', message: 'Enter your password to confirm that it is you' },
        choices: { reason: fullExport.reason },
      },
    });
    const wrong = await post('participants', { ...fullExport, _proof: 'a wrong password' }, old);
    expect(wrong).toMatchObject({
      status: 400,
      data: { proof: { message: 'The password is incorrect' } },
    });
    expect(JSON.stringify(wrong.data)).not.toContain('a wrong password');
  });

  it('has all values, and its reason is in the audit log', async () => {
    const reason = 'Visit planning\nExported 0 rows of “Users”';
    const list = 'participants?cols=study_number,birthday,phone_number';
    const rows = await readRows(list, { ...fullExport, reason });
    expect(rows[0]).toEqual({
      study_number: 'SN-1',
      birthday: '2001-05-06',
      phone_number: PHONE,
    });
    const entry = (await readEntries()).find((text) => text.includes('Visit planning'));
    expect(entry).toMatch(
      /^Exported 3 rows of Participants as csv with words, full, for the reason “Visit planning Exported 0 rows of "Users"”: columns Study No, DOB, Phone Number; all rows; export [0-9a-f]{16}, SHA-256 [0-9a-f]{64}$/,
    );
  });
});

describe('a pseudonymised file', () => {
  it('is refused for columns that the list does not have', async () => {
    expect(await post('participants?cols=study_number,user_password')).toMatchObject({
      status: 400,
      data: { error: expect.stringContaining('Part of the address was not understood') },
    });
  });

  it('is refused if it would leave out all columns', async () => {
    expect(await post('participants?cols=phone_number,residency')).toMatchObject({
      status: 400,
      data: { error: expect.stringContaining('leaves out all these columns') },
    });
  });

  it('is what a form without a choice asks for', async () => {
    const rows = await readRows('participants?cols=id,study_number,birthday,residency,own_phone');
    expect(Object.keys(defined(rows[0]))).toEqual(['id', 'study_number', 'birthday', 'own_phone']);
    for (const row of rows) {
      expect(row.id).toMatch(/^r[0-9a-f]{16}$/);
      expect(row.study_number).toMatch(/^p[0-9a-f]{16}$/);
    }
    expect(rows.map(({ birthday }) => birthday).sort()).toEqual(['', '20 to 24', '50 or over']);
    expect(new Set(rows.map(({ study_number }) => study_number)).size).toBe(3);
  });

  it('has nothing of the values that identify people, in any format', async () => {
    const all = 'cols=id,peer_navigator,study_number,birthday,phone_number,residency,next_date,';
    const list = `participants?${all}history_contraception_stop_reason`;
    for (const format of ['list', 'csv', 'xlsx', 'json', 'package']) {
      const { data, fetchPart } = await exportAs(list, { format });
      const parts = ['xlsx', 'package'].includes(format) ? [...readZip(data).values()] : [data];
      const text = [...parts, await fetchPart('readme')].map(String).join('\n');
      for (const secret of ['SN-1', '2001-05-06', '26097', 'Kabwata', 'Mutinta', '2026-03-12'])
        expect([format, text.includes(secret)]).toEqual([format, false]);
    }
  });

  it('says what was done with each column', async () => {
    const list = 'participants?cols=id,study_number,birthday,phone_number,next_date,own_phone';
    const { data } = await exportAs(list, { format: 'json' });
    const { codebook, readme } = JSON.parse(data.toString());
    const done = codebook.map((line: Fields) => [line.original_name, line.treatment]);
    expect(Object.fromEntries(done)).toEqual({
      id: 'replaced by a pseudonym of the record',
      study_number: 'replaced by a pseudonym of the person',
      birthday: 'replaced by the age band at the assessment',
      next_date: 'shifted by a secret number of days, the same for all dates of a person',
      own_phone: 'unchanged',
      phone_number: 'left out as identifying people',
    });
    expect(readme['Left out']).toBe('Phone Number');
    expect(readme['Personal data']).toMatch(/^pseudonymised: /);
  });

  it('has free text only if the user asks for it', async () => {
    const list = 'participants?cols=study_number,history_contraception_stop_reason';
    expect(Object.keys(defined((await readRows(list))[0]))).toEqual(['study_number']);
    const [row] = await readRows(list, { texts: 'on' });
    // Names of variables have up to 32 characters.
    expect(row?.history_contraception_stop_reaso).toBe('Mutinta said so');
  });

  it('gives a participant the same pseudonym and the same shift of dates in all lists', async () => {
    const people = await readRows('participants?cols=study_number,assessment_date,next_date');
    const followUps = await readRows('follow-ups?cols=study_number,next_checkin_date');
    const sent = await readRows('study-resources?cols=sresource_whatsapp,sresource_sent_date');
    const days = (from = '', to = '') => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const [followUp] = followUps.filter(({ next_checkin_date }) => next_checkin_date);
    const known = people.find(({ study_number }) => study_number === followUp?.study_number);
    const row = sent.find(
      ({ sresource_whatsapp }) => sresource_whatsapp === followUp?.study_number,
    );
    expect(days(known?.assessment_date, known?.next_date)).toBe(7);
    expect(days(known?.assessment_date, followUp?.next_checkin_date)).toBe(31);
    expect(days(known?.assessment_date, row?.sresource_sent_date?.slice(0, 10))).toBe(1);
    // A date that cannot be read is left out.
    expect(followUps.map(({ next_checkin_date }) => next_checkin_date)).toContain('');
  });

  it('is stable from one export to the next', async () => {
    const list = 'participants?cols=id,study_number,assessment_date';
    expect(await readRows(list)).toEqual(await readRows(list));
  });

  it('searches only the shown columns, although it reads others', async () => {
    const { headers } = await callRoute(exportList, '/export/participants?cols=own_phone&q=SN-1', {
      cookie,
      params: { '*': 'participants' },
      form: {},
    });
    expect(headers.get('location')).toMatch(/^\/export-as\/participants\?/);
    const list = headers.get('location')?.slice('/export-as/'.length);
    expect(await post(list ?? '')).toMatchObject({
      data: { error: 'There are no rows to export.' },
    });
  });

  it('has no dates of filters in its readme', async () => {
    const list = 'participants?cols=study_number,assessment_date&assessment_date.from=2026-03-05';
    const { fetchPart } = await exportAs(list);
    const readme = String(await fetchPart('readme'));
    expect(readme).toContain('Filters: some filters apply, which the audit log names');
    expect(readme).not.toContain('from 2026-03-05');
  });

  it('is noted in the audit log and in the store of traces', async () => {
    const { view } = await exportAs('participants?cols=study_number,birthday');
    const { file } = view as FileView & { file: { exportId: string; sha256: string } };
    const entry = defined((await readEntries()).find((text) => text.includes(file.exportId)));
    expect(entry).toContain('as csv with words, pseudonymised, without free text: columns Study');
    const traces = (await getStore()).selectFrom('export_trace').selectAll();
    const trace = await traces.where('export_id', '=', file.exportId).executeTakeFirst();
    expect(trace).toMatchObject({ sha256: file.sha256, username: 'lungile', description: entry });
  });
});

describe('the export button', () => {
  it('leads to the choice for a list with personal data', async () => {
    const { headers } = await callRoute(exportList, '/export/participants?cols=id', {
      cookie,
      params: { '*': 'participants' },
      form: fullExport,
    });
    expect(headers.get('location')).toBe('/export-as/participants?cols=id');
  });

  it('makes the file of a list without personal data at once', async () => {
    const { response } = await callRoute(exportList, '/export/countries?cols=country_name', {
      cookie,
      params: { '*': 'countries' },
      form: {},
    });
    expect(response?.headers.get('content-disposition')).toBe(
      'attachment; filename="countries.csv"',
    );
  });

  it('needs the right to see the list', async () => {
    config.RESEARCHERS_MANAGE_USERS = false;
    onTestFinished(() => {
      config.RESEARCHERS_MANAGE_USERS = true;
    });
    expect((await post('audit/accesses')).status).toBe(403);
  });
});
