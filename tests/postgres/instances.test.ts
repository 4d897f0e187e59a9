import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '../../backend/audit/chain';
import type { Database } from '../../backend/db/types';
import { demoSignIns } from '../../backend/demo-study/users';
import { openDatabase } from '../../shared/db/connect';
import { defined } from '../../shared/defined';
import { createDatabase, onDatabase } from '../support/database';
import { makeFile, png } from '../support/files';
import { everyCase } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
const folder = mkdtempSync(path.join(tmpdir(), 'instances-'));
let url: string;
let one: RunningPanel;
let other: RunningPanel;

const start = (name: string) =>
  startPanel({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, name),
    FILES_DIR: path.join(folder, 'files'),
    DEMO_DATA: 'on',
    SIGN_IN_ATTEMPTS: '6',
    OVERVIEW_SECONDS: '3600',
    // Forty saves at once take a while on a busy machine.
    API_TIMEOUT_MS: '60000',
  });

beforeAll(async () => {
  url = await createDatabase();
  // Both at once, on an empty database.
  [one, other] = await Promise.all([start('one'), start('other')]);
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
  const server = new URL(String(process.env.TEST_DATABASE_URL)).href;
  await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
});

const rows = (statement: string) =>
  onDatabase(url, statement, [], 'study') as Promise<{ n: number }[]>;
const signedIn = (panel: RunningPanel) => new Visitor(panel.url).signIn(username, password);

/** Returns the body that Save in a new SMS category's form would send. */
async function categoryForm(visitor: Visitor, name: string): Promise<URLSearchParams> {
  await visitor.open('/sms-category/add');
  return visitor.getBody('Save', {
    Name: name,
    Description: 'Of visits',
    Status: 'Active',
  });
}

async function post(panel: RunningPanel, like: Visitor, body: URLSearchParams): Promise<string> {
  const visitor = new Visitor(panel.url, like);
  const response = await visitor.request('/sms-category/add', { method: 'POST', body });
  await response.body?.cancel();
  return response.status === 302 ? String(response.headers.get('location')) : `${response.status}`;
}

it('two panels that start at once on an empty database fill it once', async () => {
  expect(await rows('select count(*) as n from user_account')).toEqual([{ n: 14 }]);
  expect(await rows('select count(*) as n from kysely_migration')).toHaveLength(1);
});

it('a sign-in at one panel is valid at the other, until the user signs out at either', async () => {
  const here = await signedIn(one);
  const there = new Visitor(other.url, here);
  await there.open('/country/edit/1');
  expect(there.status).toBe(200);
  await there.press('Save', { 'Phone code': '+26 0' });
  await here.open('/country/edit/1');
  expect(here.shownValue('Phone code')).toBe('+26 0');
  const out = await here.request('/logout', { method: 'POST' });
  await out.body?.cancel();
  const after = await there.request('/home');
  await after.body?.cancel();
  expect(after.headers.get('location')).toMatch(/^\/login/);
});

it('a file that was uploaded at one panel is shown by the other', async () => {
  const here = await signedIn(one);
  await here.open('/facility/add');
  await here.press(
    'Save',
    { Name: 'Shared', Address: 'Road 1', Latitude: '1', Longitude: '1', Status: 'Active' },
    { 'Upload an image': makeFile(png, 'shared.png', 'image/png') },
  );
  const [file] = take(
    (await rows('select upload_path from upload order by upload_id desc limit 1')) as unknown as {
      upload_path: string;
    }[],
    1,
  );
  const response = await new Visitor(other.url, here).request(file.upload_path);
  expect([response.status, Buffer.from(await response.arrayBuffer()).equals(png)]).toEqual([
    200,
    true,
  ]);
});

it('a file for analysis that one panel has made is sent by the other, to its user alone', async () => {
  const here = await signedIn(one);
  const body = new URLSearchParams({ format: 'csv', style: 'codes' });
  const placed = await here.request('/export-as/countries', { method: 'POST', body });
  const path = String(placed.headers.get('location'));
  const there = new Visitor(other.url, here);
  const read = async () => (await there.open(path)).document.querySelector('main')?.textContent;
  await expect.poll(read).toContain('Your file is ready');
  const file = await (await there.request(`${path}/data`)).text();
  expect(file).toContain('country_name');
  expect(await (await here.request(`${path}/data`)).text()).toBe(file);
  const { researcher } = demoSignIns;
  const another = await new Visitor(other.url).signIn(researcher.username, researcher.password);
  expect((await another.request(`${path}/data`)).status).toBe(404);
});

it('failed sign-ins at both panels count together', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const panel = n % 2 === 0 ? one : other;
    const response = await fetch(`${panel.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'nobody@research.example', password: `wrong ${n}` }),
      headers: { 'x-forwarded-for': '203.0.113.9' },
      redirect: 'manual',
    });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
});

it('a form that is sent to both panels at once is saved once, and both answers lead to the record', async () => {
  const visitor = await signedIn(one);
  const body = await categoryForm(visitor, 'Twice');
  const [here, there] = await Promise.all([post(one, visitor, body), post(other, visitor, body)]);
  expect(here).toMatch(/^\/sms-category\/edit\/\d+/);
  expect(there).toBe(here);
  expect(await rows("select count(*) as n from sms_category where sms_cat_name = 'Twice'")).toEqual(
    [{ n: 1 }],
  );
});

it('a new name that is saved at both panels at once is accepted once', async () => {
  const visitor = await signedIn(one);
  const bodies = await Promise.all(
    Array.from({ length: 6 }, async () => categoryForm(new Visitor(one.url, visitor), 'Contested')),
  );
  const answers = await Promise.all(
    bodies.map((body, n) => post(n % 2 === 0 ? one : other, visitor, body)),
  );
  expect(answers.filter((answer) => answer.startsWith('/sms-category/edit/'))).toHaveLength(1);
  expect(answers.filter((answer) => answer === '400')).toHaveLength(5);
});

it('simultaneous saves of a record at both panels: one is stored, the others get a conflict', async () => {
  const visitor = await signedIn(one);
  const forms = await Promise.all(
    ['Ours', 'Theirs', 'Third', 'Fourth'].map(async (words) => {
      const person = await new Visitor(one.url, visitor).open('/sms-category/edit/1');
      return person.getBody('Save', { Description: words });
    }),
  );
  const statuses = await Promise.all(
    forms.map(async (body, n) => {
      const person = new Visitor(n % 2 === 0 ? one.url : other.url, visitor);
      const response = await person.request('/sms-category/edit/1', { method: 'POST', body });
      await response.body?.cancel();
      return response.status;
    }),
  );
  expect(statuses.sort()).toEqual([302, 409, 409, 409]);
});

it('the figures of the home page are computed once, and both panels show them', async () => {
  const visitors = [await signedIn(one), await signedIn(other)];
  const readCards = async (visitor: Visitor) => {
    await visitor.open('/home');
    const titles = visitor.page.getAllByRole('heading', { level: 3 });
    return titles.map((title) => title.closest('li')?.textContent ?? '');
  };
  const isCounted = (cards: readonly string[]) =>
    cards.length > 5 && cards.every((card) => card.includes('As of'));
  await expect
    .poll(async () => isCounted(await readCards(defined(visitors[0]))), { timeout: 240_000 })
    .toBe(true);
  const [ofOne, ofOther] = await Promise.all(visitors.map(readCards));
  expect(ofOther).toEqual(ofOne);
  expect(ofOne?.[0]).toMatch(/^Participants enrolled[1-9][\d,]* in total/);
  // The lease to count messages ends a moment after the figures are stored.
  const statement = "select name, at from overview where name <> 'message lease' order by name";
  const times = () => onDatabase(url, statement, [], 'study');
  const computed = await times();
  expect(computed.length).toBeGreaterThan(5);
  await Promise.all(visitors.map(readCards));
  expect(await times()).toEqual(computed);
});

if (everyCase)
  it('one panel is killed in the middle of saves: no record is lost or stored twice', async () => {
    const visitor = await signedIn(one);
    const names = Array.from({ length: 40 }, (_, n) => `Killed ${n}`);
    const bodies = new Map<string, URLSearchParams>();
    for (const name of names) bodies.set(name, await categoryForm(visitor, name));
    const acknowledged = new Set<string>();
    await Promise.all(
      names.map(async (name) => {
        const answer = await post(one, visitor, bodies.get(name) as URLSearchParams).catch(
          () => '',
        );
        if (!answer.startsWith('/sms-category/edit/')) return;
        acknowledged.add(name);
        if (acknowledged.size === 8) process.kill(one.pid, 'SIGKILL');
      }),
    );
    expect(acknowledged.size).toBeGreaterThanOrEqual(8);
    expect(acknowledged.size).toBeLessThan(names.length);

    // Those who got no answer send the same form to the other panel, again while it says that it is too busy (503).
    const again = names.filter((name) => !acknowledged.has(name));
    const answers = await Promise.all(
      again.map(async (name) => {
        const send = () => post(other, visitor, defined(bodies.get(name)));
        let answer = await send();
        for (let more = 1; more <= 10 && answer === '503'; more += 1) answer = await send();
        return answer;
      }),
    );
    expect(answers.filter((answer) => !answer.startsWith('/sms-category/edit/'))).toEqual([]);
    const saved = (await rows(
      "select sms_cat_name as name from sms_category where sms_cat_name like 'Killed %'",
    )) as unknown as { name: string }[];
    expect(saved.map(({ name }) => name).sort()).toEqual([...names].sort());

    const db: Database = await openDatabase({ url, schema: 'study' });
    const errors = (await verifyAudit(db)).flatMap((report) => report.errors);
    await db.destroy();
    expect(errors).toEqual([]);
  });
