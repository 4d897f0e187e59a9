import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { describeFile, writeManifest } from '../../cli/manifest';
import { STUDY_FILE } from '../../shared/db/connect';
import { openSqlite, readSqlite } from '../../shared/db/sqlite-file';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { TEST_KEY, testKeys } from '../support/keys';
import { startPanel } from '../support/panel';
import { builtCli, run } from '../support/run';
import { Visitor } from '../support/visitor';

// How this data folder was made is in tests/integration/conversion.test.ts.
const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/former-data.tar.gz');
const FORMER_FILES = ['host.sqlite', 'panel.sqlite'];
/** The id of the color that the former panel has added, changed, renamed, and renamed again after a restart. */
const COLOR = 25;
const KILLS = runs(3, 10);
const FIRST_SECONDS_MS = 3_000;

const { username, password } = demoSignIns.administrator;

/** Unpacks the data folder of the former panel, with its checkpoints beside it, and the cookie of a session. */
function unpack() {
  const folder = tempFolder();
  execFileSync('tar', ['--no-same-owner', '-xzf', FIXTURE, '-C', folder]);
  const dataDir = path.join(folder, 'data');
  const cookie = readFileSync(path.join(folder, 'cookie.txt'), 'utf8').trim();
  return { dataDir, cookie, env: { DATA_DIR: dataDir, DATABASE_URL: '' } };
}

/** Makes the stored sessions as old as if they had just been used. */
function refreshSessions(dataDir: string): void {
  const sqlite = openSqlite(path.join(dataDir, 'panel.sqlite'));
  sqlite.prepare('update session set seen_at = @now, created_at = @now').run({ now: Date.now() });
  sqlite.close();
}

/** Returns the number of rows of tables from which the start of a panel deletes nothing. */
function countRows(file: string): Record<string, number> {
  const tables = ['audit_entry', 'login_entry', 'participant', 'record_change', 'document'];
  const sqlite = readSqlite(file);
  try {
    const count = (table: string) => sqlite.prepare(`select count(*) from ${table}`).pluck().get();
    return Object.fromEntries(tables.map((table) => [table, Number(count(table))]));
  } finally {
    sqlite.close();
  }
}

const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

async function signIn(url: string): Promise<Visitor> {
  const visitor = await new Visitor(url).signIn(username, password);
  expect(new URL(visitor.url).pathname).toBe('/home');
  return visitor;
}

/** Expects the record, its history and its audit entries, which the former panel has stored. */
async function expectStored(visitor: Visitor): Promise<void> {
  await visitor.open(`/color/edit/${COLOR}`);
  expect([visitor.shownValue('Name'), visitor.shownValue('Color')]).toEqual([
    'Former deep teal',
    '#118080',
  ]);
  await visitor.follow('Record history');
  const history = getText(visitor);
  for (const text of ['Former teal', 'Former dark teal', 'Former deep teal', '#008080', '#118080'])
    expect(history).toContain(text);
  expect(history).toContain(username);
  await visitor.open('/audit?audit_title=Colors&audit_action=Add');
  expect(getText(visitor)).toContain(`Added color ${COLOR}`);
}

async function verify(dataDir: string, command: 'audit:verify' | 'history:verify') {
  return run('node', [...builtCli, command], {
    env: { ...process.env, PANEL_KEY: TEST_KEY, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
}

it('a panel on the data folder of d146f81a has its sessions, records, history, audit trail and files', async () => {
  const { dataDir, cookie, env } = unpack();
  refreshSessions(dataDir);
  const panel = await startPanel({ ...env, AUDIT_CHECKPOINT_MINUTES: '60' });
  onTestFinished(() => panel.stop());

  const answer = await fetch(new URL(`/color/edit/${COLOR}`, panel.url), {
    headers: { cookie, connection: 'close' },
    redirect: 'manual',
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Former deep teal');
  // Without the cookie, the same address leads to the sign-in.
  const refused = await fetch(new URL(`/color/edit/${COLOR}`, panel.url), { redirect: 'manual' });
  expect(refused.headers.get('location')).toContain('/login');

  const visitor = await signIn(panel.url);
  await expectStored(visitor);
  await visitor.open('/sms-categories?sms_cat_name=Former');
  expect(getText(visitor)).toContain('Of later visits');
  // The text indexes of lists, and the saved view, which has this filter.
  await visitor.open('/participants');
  await visitor.press('Search', { 'Filter Study No': 'S-0001' });
  expect(visitor.document.querySelectorAll('tbody tr')).toHaveLength(10);
  await visitor.open('/participants');
  expect(visitor.page.getByRole('link', { name: 'Former view' })).toBeTruthy();
  // A user with a second factor is asked for a code.
  const researcher = demoSignIns.researcher;
  const asked = await new Visitor(panel.url).signIn(researcher.username, researcher.password);
  expect(new URL(asked.url).pathname).toBe('/login/code');

  await visitor.open(`/color/edit/${COLOR}`);
  await visitor.press('Save', { Name: 'Later teal' });
  await visitor.follow('Record history');
  expect(getText(visitor)).toContain('Later teal');
  await visitor.open('/color/add');
  await visitor.press('Save', { Name: 'Added later', Color: '#123456', Status: 'Active' });
  // The former panel has given the numbers up to 627.
  expect(new URL(visitor.url).pathname).toBe('/color/edit/628');

  const audit = await verify(dataDir, 'audit:verify');
  expect(audit).toMatchObject({ status: 0, stderr: '' });
  expect(audit.stdout).toMatch(/^audit_entry: \d+ entries, verified\./m);
  // The two of the former panel, and at least one of this start.
  const [, checkpoints = ''] = /^Checkpoints: (\d+) in /m.exec(audit.stdout) ?? [];
  expect(Number(checkpoints)).toBeGreaterThanOrEqual(3);
  const history = await verify(dataDir, 'history:verify');
  expect(history).toMatchObject({ status: 0, stderr: '' });
  expect(history.stdout).toMatch(/^History: \d+ changes, verified\./m);

  await panel.stop();
  const again = await startPanel(env);
  onTestFinished(() => again.stop());
  const returned = new Visitor(again.url, visitor);
  await returned.open(`/color/edit/${COLOR}`);
  expect(returned.shownValue('Name')).toBe('Later teal');
});

it('SIGKILL at any moment of the first start loses nothing: the next start converts everything', async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { dataDir, env } = unpack();
    const child = spawn('node', [...builtCli, 'start'], {
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
        ...{ PORT: '0', PANEL_KEY: TEST_KEY, AUDIT_CHECKPOINT_MINUTES: '0', ...env },
      },
    });
    const ended = once(child, 'exit');
    // The moments are spread over the whole time, and random within their part of it.
    const moment = ((kill + Math.random()) / KILLS) * FIRST_SECONDS_MS;
    await new Promise((resolve) => setTimeout(resolve, moment));
    child.kill('SIGKILL');
    const killed = `killed after ${Math.round(moment)} ms`;
    expect([killed, ...(await ended)]).toEqual([killed, null, 'SIGKILL']);

    const panel = await startPanel(env);
    onTestFinished(() => panel.stop());
    await expectStored(await signIn(panel.url));
    for (const command of ['audit:verify', 'history:verify'] as const)
      expect([killed, await verify(dataDir, command)]).toMatchObject([
        killed,
        { status: 0, stderr: '' },
      ]);
    await panel.stop();

    const names = readdirSync(dataDir);
    expect(names.filter((name) => /draft|marker/.test(name))).toEqual([]);
    const study = countRows(path.join(dataDir, STUDY_FILE));
    expect(study.participant).toBe(80);
    expect(study.document).toBe(807);
    const least = { audit_entry: 570, login_entry: 252, record_change: 712 };
    for (const [table, count] of Object.entries(least))
      expect([killed, table, (study[table] ?? 0) >= count]).toEqual([killed, table, true]);
    for (const name of FORMER_FILES) {
      expect(readFileSync(path.join(dataDir, name), 'utf8')).toContain(`is in ${STUDY_FILE} since`);
      const kept = path.join(dataDir, 'former', name);
      expect([killed, name, existsSync(kept)]).toEqual([killed, name, true]);
      expect(statSync(kept).mode & 0o777).toBe(0o600);
    }
  }
});

it('a backup of an earlier version, which has two databases, is restored as one', async () => {
  const { dataDir } = unpack();
  const backup = path.join(tempFolder(), 'backup');
  mkdirSync(backup);
  for (const name of FORMER_FILES) {
    const sqlite = readSqlite(path.join(dataDir, name));
    await sqlite.backup(path.join(backup, name));
    sqlite.close();
  }
  const files = await Promise.all(FORMER_FILES.map((name) => describeFile(backup, name)));
  await writeManifest(backup, files, { id: testKeys.ring.current.id, included: false });
  const restored = path.join(tempFolder(), 'restored');
  const { status, stdout, stderr } = await run('node', [...builtCli, 'restore', backup, restored], {
    env: { ...process.env, PANEL_KEY: TEST_KEY, DATA_DIR: restored, DATABASE_URL: '' },
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${STUDY_FILE}: `);
  expect(stdout).toContain('audit_entry: ');
  // The backup still has the former databases. Texts at their old names keep an earlier version from starting.
  expect(readdirSync(restored).filter((name) => !/^lock|-(wal|shm)$/.test(name))).toEqual([
    ...FORMER_FILES,
    STUDY_FILE,
  ]);
  for (const name of FORMER_FILES)
    expect(readFileSync(path.join(restored, name), 'utf8')).toContain(`is in ${STUDY_FILE}`);
  const former = countRows(path.join(restored, STUDY_FILE));
  expect(former.record_change).toBeGreaterThan(0);
  const panel = await startPanel({ DATA_DIR: restored, DATABASE_URL: '' });
  onTestFinished(() => panel.stop());
  await expectStored(await signIn(panel.url));
});
