import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { findFreePort } from '../support/firestore';
import { everyCase } from '../support/full';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const root = path.resolve(import.meta.dirname, '../..');
const remixServe = path.join(root, 'node_modules/@remix-run/serve/dist/cli.js');
const build = path.join(root, 'build/server/index.js');

/** Starts the build as `npx remix-serve build/server/index.js` does, with the settings of a new installation. */
async function startRemixServe() {
  const panel = await startPanel(
    { DEMO_DATA: 'on', HOST: '127.0.0.1', PORT: String(await findFreePort()) },
    { command: ['node', remixServe, build] },
  );
  onTestFinished(async () => {
    panel.signal('SIGKILL');
    await panel.ended;
  });
  return panel;
}

it('remix-serve leads to the sign-in page first, and serves a sign-in, a list and a save', async () => {
  const panel = await startRemixServe();
  const visitor = await new Visitor(panel.url).open('/countries');
  expect(visitor.url).toMatch(/\/login\?/);

  const { username, password } = demoSignIns.administrator;
  await visitor.signIn(username, password);
  await visitor.open('/colors');
  expect(visitor.status).toBe(200);
  expect(visitor.page.getByRole('heading', { level: 1, name: /Colors/ })).toBeTruthy();
  expect(visitor.document.querySelectorAll('tbody tr').length).toBeGreaterThan(1);

  await visitor.open('/color/add');
  await visitor.press('Save');
  expect(visitor.status).toBe(400);
  expect(visitor.title).toMatch(/^Error: /);
  await visitor.press('Save', { Name: 'Deep teal', Color: '#0f766e', Status: 'Active' });
  expect(visitor.status).toBe(200);
  await visitor.open('/colors?color_name=Deep');
  expect(visitor.page.getByRole('link', { name: 'Deep teal' })).toBeTruthy();
});

if (everyCase)
  it('remix-serve sends compressed pages with their headers, and the files that the pages name', async () => {
    const panel = await startRemixServe();
    const page = await fetch(`${panel.url}/login`, { headers: { 'accept-encoding': 'gzip' } });
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const files = (await page.text()).match(/\/assets\/[\w.+$-]+\.(?:js|css)/g) ?? [];
    expect(files.length).toBeGreaterThan(1);
    for (const file of new Set(files))
      expect((await fetch(panel.url + file)).status, file).toBe(200);
  });
