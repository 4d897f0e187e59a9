import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sweep } from '../support/full';
import { findIdentifying, listIdentifyingValues } from '../support/identifying-values';
import { checkFile, importChecked } from '../support/import-steps';
import { readLog, readMetrics } from '../support/panel-output';
import { sweptScreens } from '../support/panel-screens';
import { studiedHosts } from '../support/studied-hosts';
import { Trace } from '../support/trace';
import { walk } from '../support/walk';

const { password } = demoSignIns.administrator;
const researcher = demoSignIns.researcher;

/** Values that the test types, in addition to those of the demo study. */
const typed = {
  number: '+260000000102',
  view: 'Nowherewa-Unlisted',
  name: 'Thandiwe-Unlisted',
  wrongNumber: '+260000999998',
  password: 'Unlisted-Password',
} as const;

const hosts = sweep(studiedHosts, ({ isEmbedded }) => isEmbedded);

/** Presses a button whose text begins with `start`. */
function findButton({ visitor }: Trace, start: RegExp): string {
  const buttons = visitor.page.getAllByRole('button', { name: start });
  return buttons[0]?.textContent?.trim() ?? '';
}

/** Opens the page behind a link, with the page of the link as the Referer. */
async function follow(trace: Trace, name: string | RegExp): Promise<void> {
  const { visitor } = trace;
  const link = visitor.page.getAllByRole('link', { name })[0];
  await trace.open(new URL(link?.getAttribute('href') ?? '', visitor.url).href, visitor.url);
}

/** Opens the present page again until it has a link or a button with this text. */
async function reloadUntil(trace: Trace, role: 'link' | 'heading', name: RegExp): Promise<void> {
  const { visitor } = trace;
  await expect
    .poll(
      async () => {
        await trace.open(visitor.url, visitor.url);
        return visitor.page.queryAllByRole(role, { name }).length;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(0);
}

describe.each(hosts)('with $name,', ({ start, lacks }) => {
  const demo = start({
    METRICS_PORT: '0',
    LOG_LEVEL: 'debug',
    SIGN_IN_ATTEMPTS: '1000000',
    ACCOUNT_REQUESTS: '1000000',
  });
  const traces: Trace[] = [];

  /** Signs in, and collects what the panel sends. */
  async function begin(role: keyof typeof demoSignIns = 'administrator'): Promise<Trace> {
    const trace = new Trace(await demo.signedIn(role));
    traces.push(trace);
    return trace;
  }

  /** Expects that nothing that the panel has sent or written so far identifies a person. */
  async function expectNothingIdentifying() {
    const values = await listIdentifyingValues(demo.sql);
    for (const value of Object.values(typed)) values.add(value);
    expect(values.size).toBeGreaterThan(1_000);
    const sent = traces.flatMap((trace) => trace.sent);
    expect(sent.length).toBeGreaterThan(50);
    const log = readLog(demo.panel);
    expect(log.split('\n').length).toBeGreaterThan(20);
    const written = [
      { text: log, where: 'the log' },
      { text: await readMetrics(demo.panel), where: 'the metrics' },
    ];
    const printed = demo.readHostOutput?.();
    if (printed !== undefined) {
      // Before this line, the host prints the accounts of the demo study.
      const [, text] = printed.split('The API host listens');
      expect(text).toBeDefined();
      written.push({ text: text ?? '', where: 'what the host prints' });
    }
    expect(findIdentifying([...sent, ...written], values)).toEqual([]);
  }

  it('no address, header, title, log line or metric identifies a person while screens are opened', async () => {
    const trace = await begin();
    const opened = await walk(trace, sweptScreens, sweptScreens.length);
    expect(opened.size).toBe(sweptScreens.length);
    for (const label of ['Filter Name', 'Filter Number', 'Search the shown columns']) {
      await trace.open('/phones');
      await trace.press('Search', { [label]: typed.number });
    }
    await trace.open('/home');
    await trace.press('Find', { 'Search all screens': typed.number });
    expect(new URL(trace.visitor.url).pathname).toMatch(/^\/phone\/edit\/[\w-]{38,}$/);
    await trace.open('/home');
    await trace.press('Find', { 'Search all screens': '+26000000' });
    expect(new URL(trace.visitor.url).pathname).toBe('/search');
    await expectNothingIdentifying();
  });

  it('nor while a list is filtered, saved as a view, and made into a file', async () => {
    const trace = await begin();
    await trace.open('/phones');
    await trace.press('Search', { 'Filter Number': typed.number });
    await follow(trace, 'Views');
    await trace.press('Save this view', { Name: '' });
    expect(trace.status).toBe(400);
    await trace.press('Save this view', { Name: typed.view });
    expect(trace.visitor.html).toContain(typed.view);
    await follow(trace, typed.view);
    await trace.press('Export 1 row');
    await trace.press('Make the file');
    expect(new URL(trace.visitor.url).pathname).toMatch(/^\/exported\//);
    await reloadUntil(trace, 'link', /^Download/);
    const links = trace.visitor.page.getAllByRole('link', { name: /^Download/ });
    for (const link of links)
      await trace.open(
        new URL(link.getAttribute('href') ?? '', trace.visitor.url).href,
        trace.visitor.url,
      );
    await expectNothingIdentifying();
  });

  it('nor while several records are disabled or deleted together', async () => {
    const trace = await begin();
    const { visitor } = trace;
    for (const [list, button] of [
      ['/users?size=10', 'Change status to Active'],
      ['/sms-phones', 'Delete selected'],
    ] as const) {
      await trace.open(list);
      const boxes = visitor.document.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]');
      for (const box of [...boxes].slice(0, 3)) box.checked = true;
      await trace.press(button);
      expect(new URL(visitor.url).pathname).toMatch(/^\/bulk\//);
      await trace.press(findButton(trace, /^(Change|Delete) /));
      await reloadUntil(trace, 'link', /^Back to|^(Users|SMS Phones)/);
    }
    await expectNothingIdentifying();
  });

  it('nor while the session is locked and unlocked', async () => {
    const trace = await begin();
    const { visitor } = trace;
    await trace.open('/phones');
    await trace.press('Search', { 'Filter Number': typed.number });
    for (const path of [visitor.url, '/phone/edit/%2B260000000002', '/participant/view/1']) {
      await trace.open(path);
      const { pathname } = new URL(visitor.url);
      await trace.press('Lock');
      expect(new URL(visitor.url).pathname).toBe('/unlock');
      await trace.press('Unlock', { Password: typed.password });
      expect(trace.status).toBe(400);
      await trace.press('Unlock', { Password: password });
      expect(new URL(visitor.url).pathname).toBe(pathname);
    }
    await expectNothingIdentifying();
  });

  it('nor while a file with errors is imported', async () => {
    const trace = await begin();
    const { visitor } = trace;
    const rows = [
      'Name,Number,Category,Status',
      `${typed.name},+260000999997,General,Active`,
      `${typed.name},${typed.wrongNumber},${typed.name},Active`,
    ];
    await checkFile(visitor, 'SMS Phones', rows.join('\n'));
    if (lacks('import/check')) {
      expect(visitor.html).toContain('This API host does not accept imports');
      return expectNothingIdentifying();
    }
    await trace.open(visitor.url, visitor.url);
    expect(visitor.html).toContain(typed.name);
    await checkFile(visitor, 'SMS Phones', rows.slice(0, 2).join('\n'));
    await trace.open(visitor.url, visitor.url);
    await importChecked(visitor, '1 row');
    expect(visitor.title).toContain('Import finished');
    await trace.open(visitor.url, visitor.url);
    await expectNothingIdentifying();
  });

  it('nor while a code is asked for after the password', async () => {
    const own = await begin('researcher');
    await own.open('/profile/second-factor');
    await own.press('Set up a second factor', { 'Your password': researcher.password });
    const secret = own.visitor.document.querySelector('code')?.textContent?.replaceAll(' ', '');
    const code = new TOTP({ secret: Secret.fromBase32(secret ?? '') }).generate();
    await own.press('Turn on', { Code: code });
    const [recovery = ''] = own.visitor.page
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => /^([a-z\d]{4}-){5}[a-z\d]{4}$/.test(text));
    const trace = new Trace(demo.stranger());
    traces.push(trace);
    await trace.open(`/phones?q=${encodeURIComponent(typed.number)}`);
    await trace.press('Sign in', {
      Email: researcher.username,
      Password: researcher.password,
    });
    expect(new URL(trace.visitor.url).pathname).toBe('/login/code');
    await trace.press('Continue', { Code: '000000' });
    expect(trace.status).toBe(400);
    await trace.press('Continue', { Code: recovery });
    expect(new URL(trace.visitor.url).pathname).toBe('/phones');
    expect(trace.visitor.html).toContain(typed.number);
    await expectNothingIdentifying();
  });
});
