import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { startRecordingHost } from '../support/recording-host';
import { builtCli } from '../support/run';
import { Visitor } from '../support/visitor';

const thrower = path.join(import.meta.dirname, '../support/throw-on-signal.mjs');

async function startThrowingPanel(env: Record<string, string> = {}): Promise<RunningPanel> {
  const command = ['node', '--import', thrower, ...builtCli, 'start'];
  const panel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: tempFolder(), ...env }, { command });
  onTestFinished(() => panel.signal('SIGKILL'));
  return panel;
}

/** Starts a panel and a sign-in that its host never answers. */
async function panelInSignIn() {
  const host = await startRecordingHost();
  onTestFinished(() => void host.stop());
  host.on('login', () => new Promise(() => {}));
  const panel = await startThrowingPanel({ API_HOST_URL: host.url, API_TIMEOUT_MS: '120000' });
  const signIn = new Visitor(panel.url).signIn().catch((error: Error) => error);
  await expect.poll(() => host.to('login').length).toBe(1);
  return { panel, signIn };
}

/**
 * Returns the log lines of the level that ends a process. Asserts that the output does not contain the error's
 * message.
 */
function fatalLines(output: string) {
  expect(output).not.toMatch(/97 1234567|Mwansa|somewhere/);
  // There is no stack trace besides the log.
  expect(output).not.toMatch(/^\s+at /m);
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 60 || level === 'fatal');
}

it('an uncaught error is one log line without its message; open requests are answered; the exit code is 1', async () => {
  const panel = await startThrowingPanel({ STOP_DELAY_SECONDS: '5' });
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await visitor.open('/color/add');
  const body = visitor
    .getBody('Save', { Name: 'Under way', Color: '#1B7F5C', Status: 'Active' })
    .toString();
  const save = request(`${panel.url}/color/add`, {
    method: 'POST',
    headers: {
      cookie: visitor.cookieHeader,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    },
  });
  const answered = once(save, 'response');
  await new Promise((resolve) => save.write(body.slice(0, 40), resolve));
  await (await visitor.request('/session')).text();

  panel.signal('SIGUSR2');
  await expect.poll(() => panel.output()).toContain('an uncaught error');
  save.end(body.slice(40));
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(302);
  expect(await panel.ended).toBe(1);
  const [line, ...more] = fatalLines(panel.output());
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    origin: 'uncaughtException',
    error: { name: 'TypeError', code: 'ERR_TEST' },
  });
  expect(line.error.frames[0]).toContain('throw-on-signal.mjs');
});

if (everyCase)
  it('a rejection that nobody handles ends the process within seconds, although a request hangs', async () => {
    const { panel, signIn } = await panelInSignIn();
    const begin = performance.now();
    panel.signal('SIGWINCH');
    expect(await panel.ended).toBe(1);
    // The panel waits three seconds for requests. The limit suits a busy machine, and is half of API_TIMEOUT_MS.
    expect(performance.now() - begin).toBeLessThan(60_000);
    expect(await signIn).toBeInstanceOf(Error);
    expect(fatalLines(panel.output())).toMatchObject([
      { origin: 'unhandledRejection', error: { name: 'RangeError' } },
    ]);
    expect(panel.output()).toContain('"requests":1');
  });

if (everyCase)
  it('a second uncaught error ends the process at once', async () => {
    const { panel, signIn } = await panelInSignIn();
    panel.signal('SIGUSR2');
    await expect.poll(() => panel.output()).toContain('an uncaught error');
    panel.signal('SIGUSR2');
    expect(await panel.ended).toBe(1);
    expect(fatalLines(panel.output())).toHaveLength(2);
    // The panel did not wait for any request.
    expect(panel.output()).not.toContain('requests were aborted');
    expect(await signIn).toBeInstanceOf(Error);
  });

it('npm run host: an uncaught error is one log line, and ends the process with exit code 1', async () => {
  const child = spawn(process.execPath, ['--import', thrower, ...builtCli, 'host'], {
    env: { ...process.env, DATA_DIR: tempFolder(), PORT: '0' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('listens on');
  const ended = once(child, 'close');
  child.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  expect(fatalLines(output)).toMatchObject([{ error: { name: 'TypeError', code: 'ERR_TEST' } }]);
});
