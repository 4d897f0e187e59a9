import { Agent, type IncomingMessage, request } from 'node:http';
import { within } from '@testing-library/dom';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { everyCase } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

let panel: RunningPanel;
let visitor: Visitor;
/** The address as a number, because resolving a name would open the connections one after the other. */
let url: string;

beforeAll(async () => {
  panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
  url = panel.url.replace('localhost', '127.0.0.1');
  const { username, password } = demoSignIns.administrator;
  visitor = await new Visitor(panel.url).signIn(username, password);
});
afterAll(() => panel.stop());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Question {
  method?: string;
  headers?: Record<string, string>;
  agent?: Agent;
  body?: string;
}

function ask(path: string, { headers, body, ...options }: Question = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { cookie: visitor.cookieHeader, 'sec-fetch-site': 'same-origin', ...headers };
    const asking = request(url + path, { headers: sent, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    asking.once('error', reject).end(body);
  });
}

/**
 * Sends more requests at the same time than may wait, each on its own connection. Returns the served and refused
 * ones.
 */
async function crowd(path: string, question: Question) {
  const answers = await Promise.all(Array.from({ length: 450 }, () => ask(path, question)));
  return {
    served: answers.filter(({ status }) => status !== 503),
    refused: answers.filter(({ status }) => status === 503),
  };
}

it('overload: requests beyond the number that may wait get a page at once, which asks to reload later', async () => {
  const crowded = crowd('/participants', { headers: { accept: 'text/html,*/*;q=0.8' } });
  const health = await ask('/healthz');
  const { served, refused } = await crowded;
  expect(health.status).toBe(200);
  expect(served.length).toBeGreaterThan(0);
  expect(served.every(({ status }) => status === 200)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  const [{ headers, body }] = take(refused, 1);
  expect(headers).toMatchObject({
    'retry-after': '5',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/);
  const { document } = new JSDOM(body).window;
  const page = within(document.body);
  expect(document.documentElement.lang).toBe('en');
  expect(document.title).toBe('The service is busy');
  page.getByRole('main');
  page.getByRole('heading', { level: 1, name: 'Sorry, the service is busy' });
  page.getByText('Wait a few seconds, then reload this page.');
  // Afterwards the panel answers as before.
  expect((await ask('/participants')).status).toBe(200);
});

if (everyCase)
  it('overload: a script that posts a form gets an answer in plain text, which says that nothing was saved', async () => {
    const { refused } = await crowd('/color/add', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
      body: 'ucolorname=Nobody',
    });
    expect(refused.length).toBeGreaterThan(0);
    const [{ headers, body }] = take(refused, 1);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('What you sent was not saved.');
  });

it('new connections are served in their turn, however busy others keep the panel', async () => {
  const each = 20;
  let answered = 0;
  let isOver = false;
  const repeat = async (agent: Agent) => {
    while (!isOver) {
      await ask('/participants', { agent });
      answered += 1;
    }
    agent.destroy();
  };
  const open = () =>
    Array.from({ length: each }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const busy = open().map((agent) => repeat(agent));
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(2 * each);

  const before = answered;
  await Promise.all(
    open().map(async (agent) => {
      await ask('/participants', { agent });
      agent.destroy();
    }),
  );
  const meanwhile = answered - before;
  isOver = true;
  await Promise.all(busy);
  // With equal turns, each busy connection would have had about one answer meanwhile.
  expect(meanwhile).toBeLessThan(5 * each);
});
