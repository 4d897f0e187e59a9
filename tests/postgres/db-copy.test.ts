import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { createDatabase, onDatabase } from '../support/database';
import { everyCase } from '../support/full';
import { TEST_KEY, testKeys } from '../support/keys';
import { type RunningPanel, startPanel } from '../support/panel';
import { builtCli } from '../support/run';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
const first = path.join(folder, 'first');
const back = path.join(folder, 'back');
const files = path.join(first, 'files');
const running: RunningPanel[] = [];
let url: string;
let visitor: Visitor;

async function start(env: Record<string, string>): Promise<RunningPanel> {
  const panel = await startPanel(env);
  running.push(panel);
  return panel;
}

/** Runs the command; ends it at once when it prints `killAt`. */
function copy(from: string, to: string, killAt?: string, environment = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const command = [...builtCli, 'db:copy', '--from', from, '--to', to];
    const child = spawn('node', command, {
      env: { ...process.env, DATABASE_URL: '', ...environment },
    });
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      if (killAt && output.includes(killAt)) child.kill('SIGKILL');
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('close', (code) => resolve({ code, output }));
  });
}

beforeAll(async () => {
  url = await createDatabase();
  const panel = await start({ DATABASE_URL: '', DATA_DIR: first, DEMO_DATA: 'on' });
  visitor = await new Visitor(panel.url).signIn(username, password);
});
afterAll(async () => {
  await Promise.all(running.map((panel) => panel.stop()));
  rmSync(folder, { recursive: true, force: true });
  const server = String(process.env.TEST_DATABASE_URL);
  await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
});

const stopped = () => Promise.all(running.splice(0).map((panel) => panel.stop()));
const schemas = async () =>
  (await onDatabase(
    url,
    "select nspname from pg_namespace where nspname ~ '^(host|panel|study)' order by 1",
  )) as { nspname: string }[];

it('db:copy is refused while a panel uses the folder, and when there is nothing to copy', async () => {
  const busy = await copy(first, url);
  expect(busy).toMatchObject({ code: 1 });
  expect(busy.output.trim()).toBe(`The data folder ${first} is in use by another process.`);
  expect(await schemas()).toEqual([]);
  const nothing = await copy(path.join(folder, 'nothing'), url);
  expect(nothing).toMatchObject({ code: 1 });
  expect(nothing.output.trim()).toMatch(/^There is nothing to copy at \S+\/nothing\.$/);
});

it('after db:copy was killed, the target has no incomplete installation, and the next run begins anew', async () => {
  await stopped();
  const cut = await copy(first, url, 'participant:');
  expect(cut.code).toBeNull();
  expect((await schemas()).map(({ nspname }) => nspname)).toEqual(['study_copy']);

  const keyFile = `${first}-keys/panel.key`;
  mkdirSync(path.dirname(keyFile));
  writeFileSync(keyFile, `${TEST_KEY}\n`);
  const whole = await copy(first, url, undefined, { PANEL_KEY: '' });
  expect(whole.output).toContain(`belongs to the panel key ${testKeys.ring.current.id}, as before`);
  expect(whole.output).toContain(`Start the panel on the copy with PANEL_KEY_FILE=${keyFile}.`);
  expect(whole.output).toMatch(/audit_entry: \d{3,} rows, the same on both sides/);
  expect(whole.output).toContain('The digests of the audit log are correct.');
  expect(whole.output).toMatch(/document: \d{3,} rows, the same on both sides/);
  expect(whole.code).toBe(0);
  expect((await schemas()).map(({ nspname }) => nspname)).toEqual(['study']);
});

it('db:copy is refused when there is an installation at the target', async () => {
  const again = await copy(first, url);
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toMatch(
    /^There is an installation at postgres:\S+ already: nothing was copied/,
  );
});

it('a panel on the copy keeps users signed in, and gives new records new ids', async () => {
  const panel = await start({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'elsewhere'),
    FILES_DIR: files,
  });
  const moved = new Visitor(panel.url, visitor);
  await moved.open('/sms-category/add');
  expect(moved.status).toBe(200);
  await moved.press('Save', { Name: 'Moved', Description: 'Of visits', Status: 'Active' });
  expect(new URL(moved.url).pathname).toMatch(/^\/sms-category\/edit\/\d+$/);
  await moved.open('/participants?study_number=S-');
  expect(moved.status).toBe(200);
  const busy = await copy(url, back);
  expect(busy.output).toMatch(/^A panel is using postgres:/);
  await stopped();
});

if (everyCase)
  it('db:copy copies a database back to a folder, with the records that were added since', async () => {
    const { code, output } = await copy(url, back);
    expect([code, output]).toEqual([0, expect.stringContaining('Copied to ')]);
    expect(output).toContain(
      'Start the panel on the copy with the same PANEL_KEY and PANEL_KEY_PREVIOUS.',
    );
    expect(existsSync(path.join(back, 'study.sqlite'))).toBe(true);
    expect(existsSync(path.join(back, 'study.copy.sqlite'))).toBe(false);
    const panel = await start({ DATABASE_URL: '', DATA_DIR: back, FILES_DIR: files });
    const returned = new Visitor(panel.url, visitor);
    await returned.open('/sms-categories?sms_cat_name=Moved');
    expect(returned.status).toBe(200);
    expect(returned.page.getByText('Moved')).toBeTruthy();
  });
