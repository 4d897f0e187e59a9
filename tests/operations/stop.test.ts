import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../backend/db/types';
import { demoSignIns } from '../../backend/demo-study/users';
import { getLocation, openDatabase } from '../../shared/db/connect';
import { byName } from '../../shared/db/types';
import { everyCase } from '../support/full';
import { startPanel } from '../support/panel';
import { startRecordingHost } from '../support/recording-host';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

/** The panels of this file use this folder one after the other: each must leave it intact. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-stop-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function signedInPanel(env: Record<string, string> = {}) {
  const panel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: dataDir, ...env });
  onTestFinished(() => panel.signal('SIGKILL'));
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  return { panel, visitor };
}

/** Starts to send a new colour, and holds back the last bytes until `finish` is called. */
async function halfSentSave(visitor: Visitor, name: string, agent?: Agent) {
  await visitor.open('/color/add');
  const body = visitor
    .getBody('Save', { Name: name, Color: '#1B7F5C', Status: 'Active' })
    .toString();
  const sending = request(`${visitor.base}/color/add`, {
    method: 'POST',
    agent,
    headers: {
      cookie: visitor.cookieHeader,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  await new Promise((resolve) => sending.write(body.slice(0, 40), resolve));
  // When this later request is answered, the panel has received the start of the save.
  await (await visitor.request('/session')).text();
  return { answer, finish: () => sending.end(body.slice(40)) };
}

function isListening(url: string): Promise<boolean> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true));
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
  });
}

async function getRows(dataDir: string, table: string, column: string, value: string) {
  const db: Database = await openDatabase(getLocation(dataDir, undefined));
  try {
    return await byName(db).selectFrom(table).selectAll().where(column, '=', value).execute();
  } finally {
    await db.destroy();
  }
}

it('SIGTERM: a save in flight is answered, stored and audited; then the process ends with exit code 0', async () => {
  const { panel, visitor } = await signedInPanel();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const save = await halfSentSave(visitor, 'In flight', agent);
  // Browsers keep such connections: one for later requests, and one that was never used.
  const unused = connect(Number(new URL(panel.url).port), 'localhost');
  unused.on('error', () => {});
  onTestFinished(() => void unused.destroy());

  panel.signal('SIGTERM');
  await expect.poll(() => isListening(panel.url)).toBe(false);
  // Sends the signal twice, as npm does when it passes on a signal that the process has already received.
  panel.signal('SIGTERM');
  save.finish();

  const answer = await save.answer;
  answer.resume();
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toMatch(/^\/color\/edit\/\d+/);
  expect(await panel.ended).toBe(0);
  const [color] = take(await getRows(panel.dataDir, 'color', 'color_name', 'In flight'), 1);
  expect(color).toMatchObject({ color_code: '#1B7F5C', color_status: 1 });
  const added = `Added color ${color.color_id}`;
  expect(await getRows(panel.dataDir, 'audit_entry', 'audit_description', added)).toHaveLength(1);
});

it('SIGTERM: for STOP_DELAY_SECONDS, the panel says that it is not ready, but still answers', async () => {
  const { panel, visitor } = await signedInPanel({ STOP_DELAY_SECONDS: '5' });
  panel.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`${panel.url}/readyz`)).status).toBe(503);
  const ready = await fetch(`${panel.url}/readyz`);
  expect(await ready.json()).toEqual({ ready: false, parts: { panel: 'stopping' } });
  const page = await visitor.request('/home');
  expect(page.status).toBe(200);
  expect(page.headers.get('connection')).toBe('close');
  await page.text();
  expect(await panel.ended).toBe(0);
});

if (everyCase)
  it('SIGTERM: the panel ends with exit code 1 and a message when a call to the API host does not end', async () => {
    const host = await startRecordingHost();
    onTestFinished(() => void host.stop());
    host.on('login', () => new Promise(() => {}));
    const panel = await startPanel({ API_HOST_URL: host.url, API_TIMEOUT_MS: '60000' });
    onTestFinished(() => panel.stop());
    const signIn = new Visitor(panel.url).signIn().catch((error: Error) => error);
    await expect.poll(() => host.to('login').length).toBe(1);
    panel.signal('SIGTERM');
    expect(await panel.ended).toBe(1);
    expect(panel.output()).toContain('stopped before everything was done');
    expect(await signIn).toBeInstanceOf(Error);
  });

/** Returns the status of one request, or the system's error code; calls `onSent` when the request has been sent. */
function getOutcome(
  visitor: Visitor,
  { agent, onSent = () => {} }: { agent?: Agent; onSent?: () => void } = {},
): Promise<number | string> {
  // The address is a number: looking up a name would open the connections one after the other.
  const url = visitor.base.replace('localhost', '127.0.0.1');
  return new Promise((resolve) => {
    const headers = { cookie: visitor.cookieHeader };
    const asking = request(`${url}/session`, { headers, agent }, (answer) => {
      answer.resume();
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    asking.once('socket', (socket) => socket.once('connect', onSent));
    asking.end();
  });
}

if (everyCase)
  it('SIGTERM during many requests: each is answered, or its connection is refused; none is reset', async () => {
    const { panel, visitor } = await signedInPanel({ LOG_LEVEL: 'warn' });
    const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    onTestFinished(() => {
      for (const agent of agents) agent.destroy();
    });
    const askOnAgents = () => Promise.all(agents.map((agent) => getOutcome(visitor, { agent })));
    expect(await askOnAgents()).toEqual(agents.map(() => 200));

    const before: Promise<number | string>[] = [];
    // The system has accepted these connections, but the panel may not have seen them yet.
    const sent = Array.from({ length: 40 }, () => {
      return new Promise<void>((onSent) => before.push(getOutcome(visitor, { onSent })));
    });
    await Promise.all(sent);
    panel.signal('SIGTERM');
    const onAgents = askOnAgents();
    const late: (number | string)[] = [];
    while (!late.includes('ECONNREFUSED')) late.push(await getOutcome(visitor));

    expect(await Promise.all(before)).toEqual(before.map(() => 200));
    expect(await onAgents).toEqual(agents.map(() => 200));
    expect(late.filter((outcome) => outcome !== 200)).toEqual(['ECONNREFUSED']);
    expect(await panel.ended).toBe(0);
    expect(panel.output()).not.toContain('requests were aborted');
  });
