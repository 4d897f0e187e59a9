import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApiHost } from '~/lib/host/host.server';
import { getOutboxFolder } from '~/lib/host/mailer.server';
import { openEmbeddedHost } from '~/lib/host/open-embedded.server';
import { storeCard } from '~/lib/overview/overview-store.server';
import { config } from '~/lib/server/config.server';
import { getStore } from '~/lib/server/store.server';
import type { loadMailForm } from '~/lib/weekly-mail/load-mail-settings.server';
import { readMailSettings, storeMailSettings } from '~/lib/weekly-mail/mail-settings.server';
import { claimMail } from '~/lib/weekly-mail/mail-store.server';
import { sendDueMails } from '~/lib/weekly-mail/send-mails.server';
import { loader as homeSettings } from '../../app/routes/_signed-in+/home_.settings';
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
const bea = { id: '602', username: 'bea@study.example' };

beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});
afterAll(async () => {
  Object.assign(config, former);
  await deleteUsers();
  await storeMailSettings({ weekday: 1, recipients: [] });
});
beforeEach(async () => {
  Object.assign(config, {
    ...{ OVERVIEW_SECONDS: 300, PUBLIC_URL: 'https://panel.example', SMTP_URL: undefined },
  });
  const store = await getStore();
  for (const table of ['weekly_mail_recipient', 'weekly_mail', 'overview'] as const)
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

const choose = (...recipients: (typeof ada)[]) => storeMailSettings({ weekday: 1, recipients });
const change = (form: [string, string][], cookie = administrator) =>
  callRoute(action, '/home/settings/mail', { cookie, form });

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
  const { data } = await callRoute(loader, '/home/settings/mail', { cookie: administrator });
  return (data as { form: Awaited<ReturnType<typeof loadMailForm>> }).form;
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
    const form: [string, string][] = [
      ['weekday', '1'],
      ['recipients', ada.id],
    ];
    expect((await change(form, researcher)).status).toBe(403);
    expect((await change([['intent', 'leave']], researcher)).status).toBe(403);
    expect((await readMailSettings()).recipients).toEqual([]);
  });

  it.each([
    ['a researcher', '603'],
    ['a disabled administrator', '604'],
    ['an administrator without an e-mail address', '605'],
    ['nobody', '999999'],
  ])('are refused if they name %s', async (_, id) => {
    const { status, data } = await change([
      ['weekday', '1'],
      ['recipients', ada.id],
      ['recipients', id],
    ]);
    expect(status).toBe(400);
    expect(Object.keys((data as { error: object }).error)).toEqual(['recipients']);
    expect((await readMailSettings()).recipients).toEqual([]);
  });

  it.each([
    [[['weekday', '0']], 'weekday'],
    [[['weekday', 'Monday']], 'weekday'],
    [[], 'weekday'],
    [[['weekday', '1'], ...Array(21).fill(['recipients', '601'])], 'recipients'],
  ] as [[string, string][], string][])('are refused with an error: %j', async (form, field) => {
    const { status, data } = await change(form);
    expect(status).toBe(400);
    expect(Object.keys((data as { error: object }).error)).toEqual([field]);
  });

  it('are refused if the host does not list its users', async () => {
    const list = vi
      .spyOn(getApiHost(), 'list')
      .mockResolvedValue({ ok: false, error: { kind: 'unreachable' } });
    expect(
      (
        await change([
          ['weekday', '1'],
          ['recipients', ada.id],
        ])
      ).status,
    ).toBe(502);
    expect((await readStatus()).error).toBeDefined();
    list.mockRestore();
  });

  it('offer active administrators with an e-mail address, and nobody is chosen', async () => {
    const { administrators, status } = await readStatus();
    const names = administrators.map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(['ada', bea.username, 'mwansa']));
    for (const name of ['rae', 'off', 'mute']) expect(names).not.toContain(name);
    expect(administrators.filter(({ isChosen }) => isChosen)).toEqual([]);
    expect(status).toEqual({ settings: 'off', obstacle: undefined, newest: undefined });
  });

  it('choose administrators and the day, are encrypted, and are entered in the audit log', async () => {
    const form: [string, string][] = [
      ['weekday', '5'],
      ['recipients', ada.id],
      ['recipients', bea.id],
    ];
    expect((await change(form)).headers.get('location')).toBe('/home/settings/mail');
    expect(await readMailSettings()).toEqual({ weekday: 5, recipients: [ada, bea] });
    expect((await readStatus()).status.settings).toBe('Friday, to 2 administrators');
    const store = await getStore();
    const rows = await store.selectFrom('shared_setting').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(bea.username);
    await expect.poll(readAudit).toContain('Changed the weekly mail: Friday, to 2 administrators');
  });

  it('let administrators take themselves off', async () => {
    await choose(ada, { id: '1', username: 'mwansa' });
    expect((await readStatus()).getsMail).toBe(true);
    await change([['intent', 'leave']]);
    expect((await readMailSettings()).recipients).toEqual([ada]);
    expect((await readStatus()).getsMail).toBe(false);
    await expect.poll(readAudit).toContain('Changed the weekly mail: Monday, to 1 administrator');
  });

  it('say why no mail can be sent', async () => {
    await choose(ada);
    config.PUBLIC_URL = undefined;
    const { data } = await callRoute(homeSettings, '/home/settings', { cookie: administrator });
    expect(data).toMatchObject({
      mail: { obstacle: 'The address of the panel (PUBLIC_URL) is not set.' },
    });
  });
});

describe('the weekly mail', () => {
  it('is not sent by default', async () => {
    const { heard } = await receive();
    await sendDueMails(MONDAY);
    expect(heard).toEqual([]);
  });

  it.each([
    ['on another day', () => {}, MONDAY + 24 * HOUR_MS],
    ['before 06:00', () => {}, MONDAY - 5 * HOUR_MS],
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
    expect((await readStatus()).status.newest).toContain('1 sent; 1 not sent, because');
  });

  it('is sent once a week to each chosen administrator', async () => {
    const { listRecipients } = await receive();
    await choose(ada, bea);
    await Promise.all([sendDueMails(MONDAY), sendDueMails(MONDAY)]);
    await sendDueMails(MONDAY + 3 * HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example', bea.username]);
    // Another day of the same week is chosen.
    await storeMailSettings({ weekday: 3, recipients: [ada] });
    await sendDueMails(MONDAY + 48 * HOUR_MS);
    expect(listRecipients()).toHaveLength(2);
    await choose(ada);
    await sendDueMails(MONDAY + WEEK_MS);
    expect(listRecipients()).toHaveLength(3);
    expect((await readStatus()).status.newest).toBe('Mail of 08 January 2024: 1 sent.');
    const audit = (await readAudit()).filter((text) => text.startsWith('Sen'));
    expect(new Set(audit)).toEqual(new Set(['Sent the weekly mail to this administrator']));
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
    expect((await readStatus()).status.newest).toContain('1 sent');
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
    const { data } = await callRoute(homeSettings, '/home/settings', { cookie: administrator });
    expect(data).toMatchObject({ mail: { newest: 'Mail of 01 January 2024: 1 failed.' } });
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
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toEqual(['ada@study.example']);
  });

  it('is not tried again if the mail server may have it', async () => {
    const { listRecipients } = await receive({ content: undefined });
    await choose(ada);
    await sendDueMails(MONDAY);
    await sendDueMails(MONDAY + HOUR_MS);
    expect(listRecipients()).toHaveLength(1);
    expect((await readStatus()).status.newest).toContain('1 unknown whether sent');
  });

  it('is not sent again by the next process if the process that sent it was killed', async () => {
    const { listRecipients } = await receive({ recipient: '451 try later' });
    await choose(ada);
    await sendDueMails(MONDAY);
    expect(await claimMail('2024-01-01', ada.id, MONDAY + HOUR_MS)).toBe(true);
    await sendDueMails(MONDAY + 2 * HOUR_MS);
    expect(listRecipients()).toHaveLength(1);
    expect((await readStatus()).status.newest).toContain('1 interrupted or being sent');
  });
});
