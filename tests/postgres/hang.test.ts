import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { startServer } from '../../scripts/postgres.js';
import { defined } from '../../shared/defined';
import { onDatabase } from '../support/database';
import { tempFolder } from '../support/folders';
import { sweep } from '../support/full';
import { startGate } from '../support/gate';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
/**
 * The time limit for an answer. A statement fails after 15 seconds, a connection after 5; the rest is for a
 * busy machine.
 */
const IN_TIME_MS = 60_000;

let server: Awaited<ReturnType<typeof startServer>>;
let gate: Awaited<ReturnType<typeof startGate>>;
let panel: RunningPanel;
let url: string;

beforeAll(async () => {
  server = await startServer();
  await onDatabase(
    server.url,
    "create database panel template template0 locale 'C.UTF-8' encoding 'UTF8' icu_locale 'en' locale_provider icu",
  );
  const direct = new URL(server.url);
  direct.pathname = '/panel';
  url = direct.href;
  gate = await startGate('127.0.0.1', Number(direct.port));
  direct.port = String(gate.port);
  panel = await startPanel({ DATABASE_URL: direct.href, DEMO_DATA: 'on' });
}, 120_000);
afterAll(async () => {
  panel.signal('SIGKILL');
  await panel.ended;
  await gate.shut();
  server.stop();
});

const ways: [string, () => () => void][] = [
  [
    'is stopped (SIGSTOP)',
    () => {
      const pids = server.pids();
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
  ],
  [
    'falls silent (the network loses everything)',
    () => {
      gate.silence();
      return () => gate.speak();
    },
  ],
];

it.each(sweep(ways, ([way]) => way.includes('SIGSTOP')))(
  'a database that %s: each page says so in time, and the panel works again when the database does',
  async (_way, hang) => {
    const visitor = await new Visitor(panel.url).signIn(username, password);
    expect(visitor.status).toBe(200);
    const editor = await new Visitor(panel.url, visitor).open('/country/edit/1');
    const body = editor.getBody('Save', { 'Phone code': '+1 while it hung' });
    let over = hang();
    const resume = () => {
      over();
      over = () => {};
    };
    onTestFinished(() => resume());

    const start = performance.now();
    const health = fetch(`${panel.url}/healthz`).then((response) => response.status);
    // The panel repeats its previous answer for a second.
    const ready = (async () => {
      for (;;) {
        const response = await fetch(`${panel.url}/readyz`);
        const text = await response.text();
        const ms = performance.now() - start;
        if (response.status !== 200 || ms > IN_TIME_MS)
          return { status: response.status, text, ms };
      }
    })();
    // These are more requests than the pools have connections: requests that wait for a connection must not hang
    // either.
    const pages = Array.from({ length: 40 }, async (_, n) => {
      const path = defined(['/countries', '/country/edit/1', '/home', '/participants'][n % 4]);
      const reader = await new Visitor(panel.url, visitor).open(path);
      return { status: reader.status, html: reader.html };
    });
    const save = new Visitor(panel.url, visitor).request('/country/edit/1', {
      method: 'POST',
      body,
    });
    expect(await health).toBe(200);
    const { status, text, ms } = await ready;
    expect([status, JSON.parse(text)]).toEqual([
      503,
      expect.objectContaining({
        ready: false,
        parts: expect.objectContaining({ store: 'no answer' }),
      }),
    ]);
    // The time limit of the readiness check is two seconds. A busy machine adds some.
    expect(ms).toBeLessThan(15_000);
    for (const { status, html } of await Promise.all(pages)) {
      expect(status).toBe(503);
      expect(html).toContain('cannot reach its database at the moment');
    }
    expect((await save).status).toBe(503);
    expect(performance.now() - start).toBeLessThan(IN_TIME_MS);
    expect((await fetch(`${panel.url}/healthz`)).status).toBe(200);

    resume();
    await expect
      .poll(async () => (await fetch(`${panel.url}/readyz`)).status, { timeout: 60_000 })
      .toBe(200);
    const after = await new Visitor(panel.url, visitor).open('/country/edit/1');
    expect(after.status).toBe(200);
    await after.press('Save', { 'Phone code': '+1 back' });
    expect(after.shownValue('Phone code')).toBe('+1 back');
    expect(panel.output()).not.toMatch(/uncaught|unhandled/i);
  },
);

it('a panel does not start on a database that hangs, and says so in time', async () => {
  gate.silence();
  onTestFinished(() => gate.speak());
  const address = new URL(url);
  address.port = String(gate.port);
  const refusal = await startPanel({ DATABASE_URL: address.href, DATA_DIR: tempFolder() }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refusal).toContain('cannot be used');
  expect(refusal).toContain('see DATABASE_URL');
});

it('a statement that takes too long is ended, except where the statement limit is lifted', async () => {
  const { openDatabase } = await import('../../shared/db/connect');
  const { withoutStatementLimit } = await import('../../shared/db/time-limits');
  const { sql } = await import('kysely');
  const db = await openDatabase<Record<string, never>>({ url, schema: 'study' });
  onTestFinished(() => db.destroy());
  const slow = () => sql<{ n: number }>`select 1 as n from pg_sleep(20)`.execute(db);
  const [short, long] = await Promise.allSettled([slow(), withoutStatementLimit(slow)]);
  expect(short).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
  expect(long).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } });
  // The connection that had no limit has its limit again.
  const limits = await Promise.all(
    Array.from({ length: 8 }, () =>
      sql<{ statement_timeout: string }>`show statement_timeout`.execute(db),
    ),
  );
  expect(new Set(limits.map(({ rows }) => rows[0]?.statement_timeout))).toEqual(new Set(['12s']));
});
