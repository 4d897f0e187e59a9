import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { findFreePort } from '../support/firestore';
import { sweep } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { postRequest } from '../support/raw-request';
import { builtCli } from '../support/run';
import { Visitor } from '../support/visitor';
import {
  type Cost,
  expectHarmless,
  REPORT_CPU,
  type WatchedServer,
} from '../support/watched-server';

let panel: RunningPanel;
let server: WatchedServer;
let visitor: Visitor;
let signedIn: Record<string, string>;

beforeAll(async () => {
  const cpuPort = await findFreePort();
  panel = await startPanel(
    { DEMO_DATA: 'on', SIGN_IN_ATTEMPTS: '1000000', CPU_REPORT_PORT: String(cpuPort) },
    { command: ['node', '--import', REPORT_CPU, ...builtCli, 'start'] },
  );
  server = { url: panel.url, pid: panel.pid, cpuPort, output: panel.output };
  const { username, password } = demoSignIns.administrator;
  visitor = await new Visitor(panel.url).signIn(username, password);
  signedIn = { Cookie: visitor.cookieHeader };
}, 120_000);
afterAll(() => panel.stop());

/** Posts a multipart form, and expects an answer of limited size that costs little processor time. */
function post(
  path: string,
  fields: Record<string, string>,
  sender: Record<string, string> = {},
  kind: Cost = 'cpu',
) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { ...signedIn, ...sender, 'Content-Type': 'multipart/form-data; boundary=b' };
  const bytes = postRequest(path, `${parts.join('')}--b--\r\n`, headers);
  const echoed = Object.values(fields).reduce((sum, value) => sum + value.length, 0);
  return expectHarmless(server, { bytes, halfClose: false, echoed }, kind);
}

/** Asserts that a redirect leads to a path with the id of a draft, and returns its address. */
function readLocation(headers: string, path: string): string {
  const location = /^location: (.*)$/im.exec(headers)?.[1]?.trim() ?? '';
  expect(location.split('?')[0]).toBe(path);
  expect(new URLSearchParams(location.split('?')[1]).get('draft')).toMatch(/^[\w-]{36}$/);
  return location;
}

it('answers a refused form that is slow to render with a redirect to the form’s page, which shows the input and the errors', async () => {
  const typed = '<'.repeat(60_000);
  const { status, headers } = await post('/quiz/add', { quiz_description: typed });
  expect(status).toBe(303);
  await visitor.open(readLocation(headers, '/quiz/add'));
  await visitor.press('Save', { Question: 'A question?', Description: typed });
  expect(visitor.page.getByLabelText(/^Description/)).toHaveProperty('value', typed);
  expect(visitor.page.getByLabelText(/^Question/)).toHaveProperty('value', 'A question?');
  expect(visitor.page.getByRole('alert').textContent).toContain(
    'Description must be 5,000 characters or fewer',
  );
  expect(visitor.html).not.toContain('Your session ended');
});

it('tells a visitor who is not signed in how many characters a form can hold', async () => {
  const { body } = await post('/login', { email: 'x'.repeat(16_385) }, { Cookie: '' });
  expect(body.toString()).toContain('It can hold up to 16,384 characters.');
});

it('returns the refused form to a client-side request, and renders a form with fewer characters without a redirect', async () => {
  const heavy = '<'.repeat(60_000);
  const answer = await post('/quiz/add.data', { quiz_description: heavy });
  expect(answer.status).toBe(400);
  expect(answer.body.toString()).toContain(heavy);
  expect((await post('/quiz/add', { quiz_description: '<'.repeat(50_000) })).status).toBe(400);
});

it('compares two long texts from their first difference on', async () => {
  const paragraphs = (text: string) => `<p>${text}</p>`.repeat(30_000);
  const common = paragraphs('abc');
  await visitor.open('/resource/edit/1');
  const loaded = Object.fromEntries(visitor.getBody('Save'));
  await sqlOn(panel.dataDir, 'update resource set resource_content = ? where resource_id = 1', [
    `${common}<p>theirs</p>`,
  ]);
  const answer = await post('/resource/edit/1', {
    ...loaded,
    resource_content: `${common}<p>mine</p>`,
  });
  expect(answer.status).toBe(303);
  await visitor.open(readLocation(answer.headers, '/resource/edit/1'));
  const shown = visitor.page.getByRole('alert').textContent;
  expect(shown).toContain('mine');
  expect(shown).toContain('theirs');
  await visitor.press('Save my version over it');
  expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
  const saved = await sqlOn(
    panel.dataDir,
    'select resource_content from resource where resource_id = 1',
  );
  expect(JSON.stringify(saved)).toContain('<p>mine</p>');
});

it('saves a text of 500,000 characters', async () => {
  const body = new FormData();
  const fields = {
    resource_name: 'Long',
    resource_description: 'Long',
    r_type: '1',
    r_status: '1',
  };
  const text = '<p>a</p>'.repeat(62_500);
  for (const [name, value] of Object.entries({ ...fields, resource_content: text }))
    body.append(name, value);
  const answer = await visitor.request('/resource/add', { method: 'POST', body });
  expect(answer.headers.get('location')).toContain('/resource/edit/');
});

it.each(['<', '<p><', '<li>x', '<td>', '< ', '</p>', '<p>a</p>'])(
  'cleans a valid form’s text of many “%s” without holding other requests up',
  async (unit) => {
    const fields = {
      resource_name: 'Long',
      resource_description: 'Long',
      r_type: '1',
      r_status: '1',
      resource_content: unit.repeat(Math.floor(499_000 / unit.length)),
    };
    const { status } = await post('/resource/add', fields, {}, 'busy');
    expect([302, 303, 400]).toContain(status);
  },
);

it('says how long a valid form’s text is with the codes of its special characters, and keeps it', async () => {
  const typed = '<'.repeat(400_000);
  await visitor.open('/resource/add');
  await visitor.press('Save', {
    Name: 'Codes',
    Description: 'Codes',
    Type: 'Standard',
    Content: typed,
    Status: 'Active',
  });
  expect(visitor.page.getByRole('alert').textContent).toContain(
    'Content has 1,600,000 characters, because characters such as < are stored as codes. It must have 500,000 or fewer',
  );
  expect(visitor.page.getByLabelText(/^Content/)).toHaveProperty('value', typed);
});

/** The texts that grow most when they are written as markup, page data or packed rows. */
const texts = ['<', '~', '&', '<xx', `<${'x'.repeat(20)}`];
const headerSets: Record<string, string>[] = [{}, { 'Save-Data': 'on' }];

describe.each(sweep(texts, (text) => text === '<' || text === '~'))(
  'a refused form of many “%s”',
  (text) => {
    const bytes = Buffer.byteLength(text);
    const fill = (size: number) => text.repeat(Math.floor(size / bytes));

    it.each([
      ['/quiz/add', 'quiz_description', 1_000_000],
      ['/quiz/edit/1', 'quiz_question', 200_000],
      ['/country/add', 'country_name', 1_000_000],
      ['/resource/add', 'resource_content', 1_000_000],
      ['/facility/add', 'facility_content', 500_000],
      ['/facility/add.data', 'facility_content', 1_000_000],
      ['/send-messages', 'message', 1_000_000],
    ])('costs little: %s, %s', async (path, name, size) => {
      for (const sender of headerSets) {
        const { status } = await post(path, { [name]: fill(size) }, sender);
        expect([303, 400, 413]).toContain(status);
      }
    });

    it.each([
      ['/login', 'email'],
      ['/create-account', 'email'],
      ['/reset-password', 'email'],
    ])('costs little when its sender is not signed in: %s, %s', async (path, name) => {
      const { status } = await post(path, { [name]: fill(1_000_000) }, { Cookie: '' });
      expect([400, 413]).toContain(status);
    });

    it.each([
      ['/quiz/add', 'quiz_options', 1],
      ['/resource/add', 'resource_items', 2],
    ])('costs little when these characters are in its rows: %s', async (path, list, width) => {
      const inJson = Buffer.byteLength(JSON.stringify(text)) - 2;
      const values = Array<string>(width).fill(fill(((900_000 / 200 / width) * bytes) / inJson));
      const rows = JSON.stringify(Array(200).fill(['', ...values]));
      const packed = rows.replace(/["~]/g, (sign) => (sign === '"' ? '~' : '"'));
      for (const sender of headerSets) {
        const { status } = await post(path, { [`_rows_${list}`]: packed, r_type: '2' }, sender);
        expect([303, 400, 413]).toContain(status);
      }
    });
  },
);
