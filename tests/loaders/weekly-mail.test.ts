import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApiHost } from '~/lib/core/host/host.server';
import { getOutboxFolder } from '~/lib/core/host/mailer.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { claimJob, deleteExpiredJobs } from '~/lib/core/jobs/job-store.server';
import { resumeJobs } from '~/lib/core/jobs/run-job.server';
import { config } from '~/lib/core/server/config.server';
import { stopping } from '~/lib/core/server/stopping.server';
import { getStore } from '~/lib/core/server/store.server';
import { deleteTemporary } from '~/lib/erasure/erase-kept.server';
import { storeCard } from '~/lib/overview/overview-store.server';
import { readRecipients, storeMail, storeRecipients } from '~/lib/weekly-mail/mail-store.server';
import { type describeMail, mailJobs, sendWeeklyMails } from '~/lib/weekly-mail/weekly-mail.server';
import { action, loader } from '../../app/routes/_signed-in+/home_.settings_.mail';
import { callRoute, signedInAs } from '../support/call-route';
import { startMailServer } from '../support/mail-server';

let administrator: string;
let researcher: string;
const former = { ...config };
const HOUR_MS = 3_600_000;
/** A Monday at 10:00 in the study's time zone. */
const MONDAY = Date.parse('2024-01-01T08:00:00Z');
const WEEK_MS = 7 * 24 * HOUR_MS;
const ada = { id: '601', username: 'ada' };
const nobody = { participantId: '', phones: [], names: [] };
const bea = { id: '602', username: 'bea@study.example' };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY });
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});
afterAll(async () => {
  vi.useRealTimers();
  Object.assign(config, former);
  await deleteUsers();
  await storeRecipients([]);
});
beforeEach(async () => {
  vi.setSystemTime(MONDAY);
  Object.assign(config, {
    ...{ OVERVIEW_SECONDS: 300, PUBLIC_URL: 'https://panel.example', SMTP_URL: undefined },
  });
  const store = await getStore();
  for (const table of ['job', 'weekly_mail', 'overview'] as const)
    await store.deleteFrom(table).execute();
  await store
    .deleteFrom('shared_setting')
    .where('name', 'in', ['weekly-mail', 'overview'])
    .execute();
  await storeCard('participants', { at: MONDAY, figures: [120, 3, 20] });
  await deleteUsers();
  const { db } = await openEmbeddedHost();
  const user = { user_fname: 'Ada', user_lname: 'Banda', user_role: 1, user_status: 1 };
  await db
    .insertInto('user_account')
    .values([
      { ...user, user_id: 601, user_username: 'ada', user_email: 'ada@study.example' },
      { ...user, user_id: 602, user_username: bea.username, user_email: bea.username },
      {
        ...user,
        user_id: 603,
        user_username: 'rae',
        user_email: 'rae@study.example',
        user_role: 2,
      },
      {
        ...user,
        user_id: 604,
        user_username: 'off',
        user_email: 'off@study.example',
        user_status: 2,
      },
      { ...user, user_id: 605, user_username: 'mute', user_email: '' },
    ])
    .execute();
});

async function deleteUsers() {
  const { db } = await openEmbeddedHost();
  await db
    .deleteFrom('user_account')
    .where('user_id', '>=', 601)
    .where('user_id', '<=', 605)
    .execute();
}

const choose = (...recipients: (typeof ada)[]) => storeRecipients(recipients);
const change = (form: [string, string][], cookie = administrator) =>
  callRoute(action, '/home/settings/mail', { cookie, form });
const sendDueMails = (now: number) => {
  vi.setSystemTime(now);
  return sendWeeklyMails();
};

/** Starts a mail server to which the panel sends its mails. */
async function receive(answers?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(answers);
  config.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  const listRecipients = () =>
    server.heard.flatMap((line) => /^RCPT TO:<(.+)>$/.exec(line)?.[1] ?? []).sort();
  // Mails break long lines with `=`.
  const readText = () => server.heard.join('\n').replaceAll('=\n', '');
  return { ...server, listRecipients, readText };
}

async function readStatus() {
  // The earlier session may have expired.
  const cookie = await signedInAs('administrator');
  const { data } = await callRoute(loader, '/home/settings/mail', { cookie });
  return (data as { mail: Awaited<ReturnType<typeof describeMail>> }).mail;
}

async function readAudit(): Promise<string[]> {
  const { db } = await openEmbeddedHost();
  const rows = await db.selectFrom('audit_entry').select('audit_description').execute();
  return rows.map(({ audit_description }) => audit_description ?? '');
}

describe('the settings of the weekly mail', () => {
  it('are refused to visitors and to researchers', async () => {
    expect((await callRoute(loader, '/home/settings/mail')).status).toBe(302);
    const opened = await callRoute(loader, '/home/settings/mail', { cookie: researcher });
    expect(opened.status).toBe(403);
    expect((await change([['intent', 'join']], researcher)).status).toBe(403);
    await choose(ada);
    expect((await change([['intent', 'leave']], researcher)).status).toBe(403);
    expect(await readRecipients()).toEqual([ada]);
  });

  it('are off by default', async () => {
    expect(await readStatus()).toEqual({
      ...{ recipients: 0, canSend: true, newest: undefined, isRecipient: false },
    });
  });

  it('let administrators choose the mail for themselves only, encrypted, with an entry in the audit log', async () => {
    await choose(bea);
    const form: [string, string][] = [
      ['intent', 'join'],
      ['recipients', ada.id],
    ];
    for (let times = 0; times < 2; times++)
      expect((await change(form)).headers.get('location')).toBe('/home/settings/mail');
    expect(await readRecipients()).toEqual([bea, { id: '1', username: 'mwansa' }]);
    expect(await readStatus()).toMatchObject({ recipients: 2, isRecipient: true });
    const store = await getStore();
    const rows = await store.selectFrom('shared_setting').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(bea.username);
    await expect.poll(readAudit).toContain('Chose to get the weekly mail');
  });

  it('let administrators take themselves off', async () => {
    await choose(ada, { id: '1', username: 'mwansa' });
    expect((await readStatus()).isRecipient).toBe(true);
    await change([['intent', 'leave']]);
    expect(await readRecipients()).toEqual([ada]);
    expect((await readStatus()).isRecipient).toBe(false);
    await expect.poll(readAudit).toContain('Chose to no longer get the weekly mail');
  });

  it.each([{ PUBLIC_URL: undefined }, { OVERVIEW_SECONDS: 0 }])(
    'say that no mail can be sent: %j',
    async (missing) => {
      await choose(ada);
      Object.assign(config, missing);
      expect((await readStatus()).canSend).toBe(false);
    },
  );
});

describe('the weekly mail', () => {
  it('is not sent by default', async () => {
    const { heard } = await receive();
    await sendDueMails(MONDAY);
    expect(heard).toEqual([]);
  });

  it.each([
    [
      'without PUBLIC_URL',
      () => {
        config.PUBLIC_URL = undefined;
      },
      MONDAY,
    ],
    [
      'while the figures are turned off',
      () => {
        config.OVERVIEW_SECONDS = 0;
      },
      MONDAY,
    ],
    [
      'without figures',
      async () => {
        await (await getStore()).deleteFrom('overview').execute();
      },
      MONDAY,
    ],
  ] as const)('is not sent %s', async (_, prepare, now) => {
    const { heard } = await receive();
    await choose(ada);
    await prepare();
    await sendDueMails(now);
    expect(heard).toEqual([]);
  });

  it.each([
    ['has another role now', { user_role: 2 }],
    ['is disabled', { user_status: 2 }],
    ['has no e-mail address', { user_email: '' }],
    ['has another username, as a new user with the same id has', { user_username: 'eve' }],
  ])('is not sent to an administrator who %s', async (_, values) => {
    const { listRecipients } = await receive();
    await choose(ada, bea);
    const { db } = await openEmbeddedHost();
    await db.updateTable('user_account').set(values).where('user_id', '=', 601).execute();
    await sendDueMails(MONDAY);
    await sendDueMails(MONDAY + 2 * HOUR_MS);
    expect(listRecipients()).toEqual([bea.username]);
    expect((await readStatus()).newest).toBe('Mail of 01 January 2024: failed, sent.');
  });

  it('is sent once a week to each chosen administrator', async () => {
    const { listRecipients } = await receive();
    await choose(ada, bea);
    await Promise.all([sendDueMails(MONDAY), sendDueMails(MONDAY)]);
    await sendDueMails(MONDAY + 3 * HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example', bea.username]);
    // Sunday evening in the study's time zone.
    await choose(ada);
    await sendDueMails(MONDAY + WEEK_MS - 11 * HOUR_MS);
    expect(listRecipients()).toHaveLength(2);
    await sendDueMails(MONDAY + WEEK_MS);
    expect(listRecipients()).toHaveLength(3);
    expect((await readStatus()).newest).toBe('Mail of 08 January 2024: sent.');
    const audit = (await readAudit()).filter((text) => text.startsWith('Sen'));
    expect(new Set(audit)).toEqual(new Set(['Sending the weekly mail to this administrator']));
  });

  it('is sent once to an administrator who chooses it in the middle of the week, or again', async () => {
    const { listRecipients } = await receive();
    await choose(ada);
    await sendDueMails(MONDAY);
    await choose(bea);
    await sendDueMails(MONDAY + 48 * HOUR_MS);
    await choose(ada, bea);
    await sendDueMails(MONDAY + 72 * HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example', bea.username]);
  });

  it('is sent to no further recipient when the panel stops, and by the next process instead', async () => {
    const { listRecipients } = await receive();
    await choose(ada, bea);
    stopping.now = true;
    await sendDueMails(MONDAY);
    stopping.now = false;
    expect(listRecipients()).toEqual([]);
    await sendDueMails(MONDAY);
    expect(listRecipients()).toHaveLength(2);
  });

  it('is not sent if its text cannot be read, because the key is lost', async () => {
    const { listRecipients } = await receive();
    await choose(ada);
    await sendDueMails(MONDAY);
    await (await getStore()).updateTable('weekly_mail').set({ content: 'unreadable' }).execute();
    await choose(ada, bea);
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example']);
  });

  it('has the stored figures without small numbers, one link and no name', async () => {
    const { readText } = await receive();
    await choose(ada);
    await storeCard('navigators', {
      ...{ at: MONDAY, figures: [7] },
      first: [{ name: 'chileshe', days: 38 }],
    });
    const list = vi.spyOn(getApiHost(), 'list');
    await sendDueMails(MONDAY);
    expect(list).not.toHaveBeenCalled();
    list.mockRestore();
    const text = readText();
    expect(text).toContain('Subject: Study Panel: weekly figures');
    expect(text).toMatch(
      /Participants enrolled \(as of .*10:00\)\n- in total: 120\n- in the last 7 days: \[c\]\n- in the last 28 days: 20/,
    );
    expect(text).toContain('- silent for 7 days or more: 7');
    expect(text.match(/https?:\S+/g)).toEqual(['https://panel.example']);
    expect(text).not.toMatch(/chileshe|Banda|mwansa/);
  });

  it('is written to the outbox if there is no mail server', async () => {
    await choose(ada);
    await sendDueMails(MONDAY);
    expect((await readStatus()).newest).toContain('sent');
    const folder = getOutboxFolder();
    const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(mails.filter((mail) => mail.includes('weekly figures'))).toHaveLength(1);
  });

  it('leaves out a total that would give a small number with the total of the mail before', async () => {
    const { readText, heard } = await receive();
    await choose(ada);
    await sendDueMails(MONDAY);
    heard.length = 0;
    await storeCard('participants', { at: MONDAY + WEEK_MS, figures: [123, 3, 20] });
    await sendDueMails(MONDAY + WEEK_MS);
    expect(readText()).toContain(
      '- in total: [c]\n- in the last 7 days: [c]\n- in the last 28 days: [c]',
    );
  });

  it('is tried three times at a mail server that refuses it, at least 55 minutes apart', async () => {
    const { listRecipients } = await receive({ recipient: '451 try later' });
    await choose(ada);
    for (const minutes of [0, 10, 60, 70, 120, 180, 240])
      await sendDueMails(MONDAY + minutes * 60_000);
    expect(listRecipients()).toHaveLength(3);
    expect((await readStatus()).newest).toBe('Mail of 01 January 2024: failed.');
  });

  it('is tried again if the host did not confirm that the recipient is an administrator', async () => {
    const { listRecipients } = await receive();
    await choose(ada);
    const get = vi
      .spyOn(getApiHost(), 'get')
      .mockResolvedValue({ ok: false, error: { kind: 'unreachable' } });
    await sendDueMails(MONDAY);
    get.mockRestore();
    expect(listRecipients()).toEqual([]);
    // Jobs of the mails of an earlier version have no content.
    await (await getStore()).updateTable('job').set({ content: '' }).execute();
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example']);
  });

  it('is not sent again after the sweep of old jobs, an erasure, and a clock that was an hour fast', async () => {
    const { listRecipients } = await receive();
    await choose(ada);
    await sendDueMails(MONDAY + HOUR_MS);
    vi.setSystemTime(MONDAY);
    await deleteExpiredJobs();
    const erased = { person: { ...nobody, studyNumber: 'ADA' }, records: [] };
    await (await getStore()).transaction().execute((db) => deleteTemporary(db, erased));
    await sendDueMails(MONDAY + HOUR_MS);
    await sendDueMails(MONDAY + WEEK_MS - 11 * HOUR_MS);
    expect(listRecipients()).toHaveLength(1);
    for (let day = 1; day <= 8; day += 1)
      await storeMail({ day: `2024-02-0${day}`, text: '', disclosed: {} });
    expect(await (await getStore()).selectFrom('job').selectAll().execute()).toEqual([]);
  });

  it('is not sent again after a clock was weeks ahead for a while', async () => {
    const { listRecipients } = await receive();
    await choose(ada);
    await sendDueMails(MONDAY);
    vi.setSystemTime(MONDAY + 3 * WEEK_MS);
    await deleteExpiredJobs();
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example']);
  });

  it('is not tried again after a week, when the next one is due', async () => {
    const { listRecipients } = await receive({ recipient: '451 try later' });
    await choose(ada);
    await sendDueMails(MONDAY);
    vi.setSystemTime(MONDAY + WEEK_MS);
    await Promise.all(await resumeJobs([mailJobs]));
    expect(listRecipients()).toHaveLength(1);
  });

  it('is not sent to an administrator who takes themselves off before the next attempt', async () => {
    const { listRecipients } = await receive({ recipient: '451 try later' });
    await choose(ada);
    await sendDueMails(MONDAY);
    await choose(bea);
    vi.setSystemTime(MONDAY + HOUR_MS);
    await Promise.all(await resumeJobs([mailJobs]));
    expect(listRecipients()).toEqual(['ada@study.example']);
  });

  it('is not tried again if the mail server may have it', async () => {
    const { listRecipients } = await receive({ content: undefined });
    await choose(ada);
    await sendDueMails(MONDAY);
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toHaveLength(1);
    expect((await readStatus()).newest).toBe('Mail of 01 January 2024: unknown.');
  });

  it('is not sent again by the next process if the process that sent it was killed', async () => {
    const { listRecipients } = await receive({ recipient: '451 try later' });
    await choose(ada);
    await sendDueMails(MONDAY);
    const [job] = await (await getStore()).selectFrom('job').select('token').execute();
    expect(await claimJob(job?.token ?? '', 'a killed process', 1)).toBe(true);
    await sendDueMails(MONDAY + 2 * HOUR_MS);
    expect(listRecipients()).toHaveLength(1);
    expect((await readStatus()).newest).toBe('Mail of 01 January 2024: unknown.');
  });
});
