import { expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { Visitor } from '../support/visitor';

// These tests cover data that was stored while the clock was wrong. The panel accepts no stored time in the future.

const demo = demoPanel({ SIGN_IN_ATTEMPTS: '5', ACCOUNT_REQUESTS: '5' });
const YEAR = 365 * 24 * 3_600_000;
const { administrator, researcher } = demoSignIns;

it('a session with a time in the future is signed out, and does not become valid later', async () => {
  for (const column of ['seen_at', 'created_at']) {
    const visitor = await demo.signedIn('researcher');
    await demo.sql(
      `update session set ${column} = ${column} + ? where username = ?`,
      2 * 3_600_000,
      researcher.username,
    );
    await visitor.open('/home');
    expect([column, new URL(visitor.url).pathname]).toEqual([column, '/login']);
    await demo.signedIn();
    // Simulates that two hours have passed.
    await demo.sql(
      'update session set seen_at = seen_at - ?, created_at = created_at - ? where username = ?',
      2 * 3_600_000,
      2 * 3_600_000,
      researcher.username,
    );
    await visitor.open('/home');
    expect([column, new URL(visitor.url).pathname]).toEqual([column, '/login']);
    const admin = await (await demo.signedIn()).open('/profile');
    expect(admin.status).toBe(200);
  }
});

it('a wait that would end in a year is dropped, and a new wait has its usual length', async () => {
  const wrong = new Visitor(demo.panel.url);
  for (let n = 0; n < 6; n++) await wrong.signIn('nobody@research.example', `wrong ${n}`);
  expect(wrong.status).toBe(429);
  const waits = await demo.sql('select key from throttle');
  expect(waits.length).toBeGreaterThan(2);
  await demo.sql('update throttle set expire = expire + ?', YEAR);
  const right = await new Visitor(demo.panel.url).signIn(
    administrator.username,
    administrator.password,
  );
  expect(right.status).toBe(200);
  expect(new URL(right.url).pathname).toBe('/home');
  const again = new Visitor(demo.panel.url);
  for (let n = 0; n < 6; n++) await again.signIn('nobody@research.example', `wrong ${n}`);
  expect(again.status).toBe(429);
  const minutes = Number(/try again in (\d+) minute/.exec(again.html)?.[1]);
  expect(minutes).toBeLessThanOrEqual(15);
  await demo.sql('delete from throttle');
});

it('a count of reset requests that would end in a year is dropped too', async () => {
  const ask = async () => {
    const visitor = await new Visitor(demo.panel.url).open('/reset-password');
    const body = new URLSearchParams({ email: 'nobody@research.example' });
    const response = await visitor.request('/reset-password', { method: 'POST', body });
    await response.body?.cancel();
    return response.status;
  };
  for (let n = 0; n < 5; n++) expect(await ask()).not.toBe(429);
  expect(await ask()).toBe(429);
  await demo.sql('update throttle set expire = expire + ?', YEAR);
  expect(await ask()).not.toBe(429);
});

it('a saved draft, a file to import and a reset link with a time in the future cannot be used any more', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/sms-category/edit/1');
  await demo.sql('update session set seen_at = seen_at - ?', 3_600_000);
  await visitor.press('Save', { Description: 'Typed too late' });
  expect(new URL(visitor.url).pathname).toBe('/login');
  expect(await demo.sql('select 1 from kept_form')).toHaveLength(1);
  await demo.sql('update kept_form set created_at = created_at + ?', YEAR);
  await demo.sql(
    "insert into job (token, kind, owner, username, subject, state, content, done, total, created_at, expires_at) values ('t', 'import', ?, '', 'colors', 'waiting', '', 0, 0, ?, ?)",
    administrator.username,
    Date.now() + YEAR,
    Date.now() + 2 * YEAR,
  );
  const later = await demo.signedIn();
  await later.open('/sms-category/edit/1');
  expect(later.shownValue('Description')).not.toBe('Typed too late');
  await later.open('/import/t');
  expect(later.html).toContain('is no longer stored');
  expect(await demo.sql('select 1 from job')).toEqual([]);

  await demo.sql('delete from throttle');
  const outside = await new Visitor(demo.panel.url).open('/reset-password');
  await outside.press('Send the link', { Email: researcher.username });
  await expect.poll(() => demo.mails().length).toBeGreaterThan(0);
  const code = /change-password\/([\w-]+)/.exec(demo.mails().at(-1) ?? '')?.[1];
  await demo.sql('update recovery_code set expires_at = expires_at + ?', YEAR);
  await outside.open(`/change-password/${code}`);
  expect(outside.html).toContain('has expired or has been used already');
});
