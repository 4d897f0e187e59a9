import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { createDatabase, onDatabase } from '../support/database';
import { startGate } from '../support/gate';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
let url: URL;
let gate: Awaited<ReturnType<typeof startGate>>;
let panel: RunningPanel;

const behindGate = () => {
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(gate.port);
  return address.href;
};

beforeAll(async () => {
  url = new URL(await createDatabase());
  gate = await startGate(url.hostname, Number(url.port || 5432));
  panel = await startPanel({ DATABASE_URL: behindGate(), DEMO_DATA: 'on' });
});
afterAll(async () => {
  await panel.stop();
  await gate.shut();
  const server = String(process.env.TEST_DATABASE_URL);
  await onDatabase(server, `drop database ${url.pathname.slice(1)} with (force)`);
});

it('a panel that cannot reach its database does not start, and prints which database it is but no stack trace', async () => {
  const elsewhere = behindGate()
    .replace('tests@', 'tests:secret-word@')
    .replace(/:\d+\//, ':1/');
  const refusal = await startPanel({ DATABASE_URL: elsewhere }).then(
    () => Promise.reject(new Error('the panel has started')),
    (error: Error) => error.message,
  );
  expect(refusal).toContain(
    `The database at 127.0.0.1:1${url.pathname} cannot be used (ECONNREFUSED): see DATABASE_URL.`,
  );
  expect(refusal).not.toMatch(/secret-word|^\s+at /m);
});

it('while the database server is away, pages that need it say so, and the panel works again when it is back', async () => {
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await visitor.open('/country/edit/1');
  // The connections end while pages are being loaded.
  const underWay = Array.from(
    { length: 20 },
    async () => (await new Visitor(panel.url, visitor).open('/countries')).status,
  );
  await gate.shut();
  for (const status of await Promise.all(underWay)) expect([200, 503]).toContain(status);

  for (const path of ['/countries', '/country/edit/1', '/login', '/home']) {
    const reader = await new Visitor(panel.url, visitor).open(path);
    // A page that needs nothing of the database is shown.
    if (reader.status === 200) expect(path).toBe('/login');
    else {
      expect([path, reader.status]).toEqual([path, 503]);
      expect(reader.page.getByText(/cannot reach its database at the moment/)).toBeTruthy();
    }
  }
  // Client navigation gets the same words, in the form in which Remix hands them to the error boundary.
  const data = await visitor.request('/countries.data');
  expect([data.status, data.headers.get('content-type')]).toEqual([
    503,
    expect.stringMatching(/^text\/x-script/),
  ]);
  expect(await data.text()).toMatch(/"ErrorResponse".*cannot reach its database at the moment/);
  await visitor.press('Save', { 'Phone code': '+1 while away' });
  expect(visitor.status).toBe(503);
  expect(
    visitor.page.getByText(/check whether your change is there before you save again/),
  ).toBeTruthy();
  const stranger = await new Visitor(panel.url).signIn(username, password);
  expect(stranger.status).toBe(503);

  await gate.open();
  await visitor.open('/country/edit/1');
  expect(visitor.status).toBe(200);
  expect(visitor.shownValue('Phone code')).not.toBe('+1 while away');
  await visitor.press('Save', { 'Phone code': '+1 back' });
  expect(visitor.shownValue('Phone code')).toBe('+1 back');
});

it('a panel whose connection for locks was refused accepts sign-ins once the connection is possible', async () => {
  const other = await startPanel({ DATABASE_URL: behindGate() });
  onTestFinished(() => other.stop());
  // The panel is already connected to its store. The gate refuses the connection for locks, which the sign-in opens.
  const visitor = await new Visitor(other.url).open('/login');
  gate.refuse();
  const refused = await new Visitor(other.url, visitor).signIn(username, password);
  expect(refused.status).toBe(503);
  await gate.open();
  await visitor.signIn(username, password);
  expect([visitor.status, new URL(visitor.url).pathname]).toEqual([200, '/home']);
});

it('the panel replaces connections that the database server has ended', async () => {
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await onDatabase(
    String(process.env.TEST_DATABASE_URL),
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [url.pathname.slice(1)],
  );
  // A request that comes before the panel has noticed the lost connections may fail once.
  await expect.poll(async () => (await visitor.open('/countries')).status).toBe(200);
  await visitor.open('/phones');
  expect(visitor.status).toBe(200);
});
