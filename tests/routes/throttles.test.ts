import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const { password } = demoSignIns.administrator;
const username: string = demoSignIns.administrator.username;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let dataDir: string;
let panel: RunningPanel;

const start = () => startPanel({ DATA_DIR: dataDir, DEMO_DATA: 'on' });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'panel-'));
  panel = await start();
});
beforeEach(async () => void (await sqlOn(dataDir, 'delete from throttle')));
afterAll(async () => {
  await panel.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signs in as a client behind the trusted proxy on this machine. `wait` is the shown number of minutes to wait. */
async function signIn(account: string, secret: string, address = '203.0.113.7') {
  const response = await fetch(`${panel.url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: account, password: secret }),
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    wait: /Please try again in (\d+) minutes?/.exec(text)?.[1],
  };
}

async function failSignIns(times: number, account = username, address?: string) {
  for (let n = 0; n < times; n++)
    expect((await signIn(account, `wrong ${n}`, address)).status).toBe(400);
}

async function passTime(milliseconds: number) {
  await sqlOn(dataDir, 'update throttle set expire = expire - ?', [milliseconds]);
}

it('ASVS 6.3.1: makes an account wait after five failures, also for the right password', async () => {
  await failSignIns(5);
  const sixth = await signIn(username, password);
  expect(sixth).toMatchObject({ status: 429, wait: '1' });
  // The wait of one minute has begun before. A busy machine may need much of it for the requests.
  expect(sixth.retryAfter).toBeGreaterThan(20);
  // The account waits at another address as well. Another account does not wait there.
  expect((await signIn(username, password, '198.51.100.9')).status).toBe(429);
  expect(
    (await signIn(demoSignIns.researcher.username, demoSignIns.researcher.password, '198.51.100.9'))
      .status,
  ).toBe(302);
});

it('does not reveal by a wait that two names belong to the same account', async () => {
  const { researcher } = demoSignIns;
  const second = 'lungile@x.example';
  const change = 'update user_account set user_email = ? where user_username = ?';
  await sqlOn(dataDir, change, [second, researcher.username]);
  expect(await signIn(second, researcher.password)).toMatchObject({ status: 302 });
  for (const [tried, other] of [
    [researcher.username, second],
    ['nobody@panel.example', 'nobody@x.example'],
  ] as const) {
    await sqlOn(dataDir, 'delete from throttle');
    await failSignIns(5, tried, '203.0.113.7');
    const statuses = [tried, other].map(
      async (account) => (await signIn(account, 'wrong', '198.51.100.9')).status,
    );
    expect([other, await Promise.all(statuses)]).toEqual([other, [429, 400]]);
  }
});

it('makes each further wait longer, and lets the user in after it', async () => {
  await failSignIns(5);
  await passTime(MINUTE);
  await failSignIns(1);
  expect(await signIn(username, password)).toMatchObject({ status: 429, wait: '2' });
  await passTime(2 * MINUTE);
  await failSignIns(1);
  expect(await signIn(username, password)).toMatchObject({ status: 429, wait: '4' });
  await passTime(4 * MINUTE);
  expect((await signIn(username, password)).status).toBe(302);
  // The right password has reset the account's number of failures.
  await failSignIns(4, username, '198.51.100.20');
  expect((await signIn(username, password, '198.51.100.21')).status).toBe(302);
});

it('forgets an account’s waits a day after the first, even if failures continue', async () => {
  await failSignIns(5);
  await passTime(20 * HOUR);
  await failSignIns(1);
  expect(await signIn(username, password)).toMatchObject({ status: 429, wait: '2' });
  await passTime(5 * HOUR);
  await failSignIns(1);
  expect((await signIn(username, password)).status).toBe(302);
});

it('makes a shared office address wait once, and not again for every mistyped password', async () => {
  for (let n = 0; n < 5; n++) await failSignIns(1, `nobody${n}@research.example`);
  await passTime(MINUTE);
  expect((await signIn(username, password)).status).toBe(302);
  await failSignIns(1, demoSignIns.researcher.username);
  expect((await signIn(username, password)).status).toBe(302);
});

it('makes an address that tries many accounts wait, and no other address', async () => {
  for (let n = 0; n < 5; n++) await failSignIns(1, `nobody${n}@research.example`);
  expect((await signIn(username, password)).status).toBe(429);
  expect((await signIn(username, password, '198.51.100.9')).status).toBe(302);
});

it('counts a whole IPv6 network as one address', async () => {
  for (let n = 0; n < 5; n++)
    await failSignIns(1, `nobody${n}@research.example`, `2001:db8:1:2::${n + 1}`);
  expect((await signIn(username, password, '2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await signIn(username, password, '2001:db8:1:3::1')).status).toBe(302);
});

it('counts concurrent attempts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(username, `wrong ${n}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  // Together, the attempts cause only one wait, which has the shortest length.
  expect(await signIn(username, password)).toMatchObject({ status: 429, wait: '1' });
  await passTime(MINUTE);
  await failSignIns(1);
  expect(await signIn(username, password)).toMatchObject({ status: 429, wait: '2' });
});

it('counts all invalid addresses that a proxy passes on as one address, and leaves out ports', async () => {
  const texts = ['<script>', 'a'.repeat(5_000), 'unknown', '_hidden', '203.0.113.700'];
  for (const [n, text] of texts.entries())
    await failSignIns(1, `nobody${n}@research.example`, text);
  expect((await signIn(username, password, '999.1.1.1:80')).status).toBe(429);
  expect((await signIn(username, password, '203.0.113.7')).status).toBe(302);
  for (let n = 0; n < 5; n++)
    await failSignIns(1, `nobody${n}@x.example`, `198.51.100.4:${n + 1000}`);
  expect((await signIn(username, password, '198.51.100.4')).status).toBe(429);
  expect((await signIn(username, password, '198.51.100.5:1000')).status).toBe(302);
});

it('keeps waits across a restart', async () => {
  await failSignIns(5);
  await panel.stop();
  panel = await start();
  expect((await signIn(username, password)).status).toBe(429);
});

it('ASVS 15.3.4: does not trust the addresses that a client itself puts into X-Forwarded-For', async () => {
  // Only the last address counts, which the proxy on this machine adds. A client can invent the others.
  for (let n = 0; n < 5; n++)
    await failSignIns(1, `nobody${n}@research.example`, `192.0.2.${n}, 203.0.113.7`);
  expect((await signIn(username, password, '192.0.2.99, 203.0.113.7')).status).toBe(429);
});

it.each([
  ['/create-account', { password: 'maize lantern otter', confirmation: 'maize lantern otter' }],
  ['/reset-password', {}],
])(
  'limits %s to five an hour from one address, and says how long to wait',
  async (screen, rest) => {
    const post = async (n: number) => {
      const response = await fetch(panel.url + screen, {
        method: 'POST',
        body: new URLSearchParams({ email: `person${n}@research.example`, ...rest }),
        redirect: 'manual',
      });
      return { status: response.status, text: await response.text() };
    };
    const first = await Promise.all([1, 2, 3, 4, 5].map(post));
    expect(first.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    const sixth = await post(6);
    expect(sixth.status).toBe(429);
    expect(sixth.text).toMatch(/Too many attempts\. Please try again in (5[5-9]|60) minutes\./);
  },
);

it('shows the wait on the sign-in page', async () => {
  await failSignIns(5, username, '127.0.0.1');
  const visitor = await new Visitor(panel.url).signIn(username, password);
  expect(visitor.status).toBe(429);
  expect(visitor.page.getByRole('alert').textContent).toContain(
    'Too many attempts. Please try again in 1 minute.',
  );
});
