import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { TEST_KEY } from '../support/keys';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

/** Starts a panel that must refuse to start. Returns its output. */
async function readRefusal(env: Record<string, string>): Promise<string> {
  const error: Error = await startPanel(env).then(
    () => Promise.reject(new Error('the panel started')),
    (reason) => reason,
  );
  return error.message.split('\n').slice(1).join('\n').trim();
}

async function start(env: Record<string, string>) {
  const panel = await startPanel(env);
  onTestFinished(() => panel.stop());
  return panel;
}

it('refuses to start with wrong settings, one sentence each', async () => {
  const said = await readRefusal({ PORT: 'x', MAIL_FROM: 'y', PANEL_KEY: 'too short' });
  expect(said).toMatch(/^PORT is not valid: .+\.$/m);
  expect(said).toMatch(/^MAIL_FROM is not valid: .+\.$/m);
  expect(said).toMatch(/^PANEL_KEY is not valid: must have at least 32 characters.+\.$/m);
  expect(said).not.toMatch(/^\s+at /m);
});

it('refuses a key file inside the data folder, a damaged one and one that it cannot write, with one sentence each', async () => {
  const folder = tempFolder();
  const data = path.join(folder, 'data');
  const inside = path.join(data, 'panel.key');
  expect(await readRefusal({ DATA_DIR: data, PANEL_KEY: '', PANEL_KEY_FILE: inside })).toBe(
    `PANEL_KEY_FILE is not valid: ${inside} is inside DATA_DIR; name a file outside of it.`,
  );
  const damaged = path.join(folder, 'damaged.key');
  for (const text of ['', 'half of a secr\n']) {
    writeFileSync(damaged, text);
    expect(await readRefusal({ DATA_DIR: data, PANEL_KEY: '', PANEL_KEY_FILE: damaged })).toBe(
      `The key file ${damaged} is damaged: it must hold keys of 32 characters or more, one per line. Restore it from its copy.`,
    );
  }
  const unwritable = path.join(damaged, 'panel.key');
  expect(await readRefusal({ DATA_DIR: data, PANEL_KEY: '', PANEL_KEY_FILE: unwritable })).toBe(
    `The key file ${unwritable} cannot be written (EEXIST): set PANEL_KEY, or set PANEL_KEY_FILE to a file outside DATA_DIR, in a folder that belongs to the user who runs this program.`,
  );
  expect(existsSync(path.join(data, 'study.sqlite'))).toBe(false);
});

it('ASVS 13.3.2: makes a key beside the data folder once, readable only by its owner, and does not print it', async () => {
  const data = path.join(tempFolder(), 'data');
  const panel = await start({ DATA_DIR: data, PANEL_KEY: '' });
  const file = path.join(`${data}-keys`, 'panel.key');
  const key = readFileSync(file, 'utf8').trim();
  expect(Buffer.from(key, 'base64url').length).toBe(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(readdirSync(path.dirname(file))).toEqual(['panel.key']);
  expect(readdirSync(data).filter((name) => name.includes('secret'))).toEqual([]);
  expect(panel.output()).not.toContain(key);
  expect(panel.output()).toContain('outbox');
  await panel.stop();
  await start({ DATA_DIR: data, PANEL_KEY: '' });
  expect(readFileSync(file, 'utf8').trim()).toBe(key);
});

it('refuses a database that belongs to another key, and leaves no new key file behind', async () => {
  const data = path.join(tempFolder(), 'data');
  await (await start({ DATA_DIR: data })).stop();
  const file = path.join(`${data}-keys`, 'panel.key');
  expect(await readRefusal({ DATA_DIR: data, PANEL_KEY: '' })).toMatch(
    new RegExp(`^The database belongs to the panel key [0-9a-f]{8}, and ${file} does not have it`),
  );
  expect(existsSync(file)).toBe(false);
});

const { username, password } = demoSignIns.administrator;
const isSignedIn = async (panel: { url: string }, like: Visitor) => {
  const visitor = await new Visitor(panel.url, like).open('/colors');
  return !visitor.title.includes('Sign in');
};

if (everyCase)
  it('keeps users signed in through a key rotation, until the earlier key is removed', async () => {
    const data = path.join(tempFolder(), 'data');
    const before = await start({ DATA_DIR: data, DEMO_DATA: 'on' });
    const visitor = await new Visitor(before.url).signIn(username, password);
    await before.stop();
    const current = 'another-key-of-more-than-32-characters';
    const rotated = await start({
      DATA_DIR: data,
      PANEL_KEY: current,
      PANEL_KEY_PREVIOUS: TEST_KEY,
    });
    expect(await isSignedIn(rotated, visitor)).toBe(true);
    await rotated.stop();
    const without = await start({ DATA_DIR: data, PANEL_KEY: current });
    expect(await isSignedIn(without, visitor)).toBe(false);
  });

if (everyCase)
  it('keeps users signed in after the upgrade if SESSION_SECRET is set, and otherwise for a week', async () => {
    const data = path.join(tempFolder(), 'data');
    const secret = 'the-secret-of-an-earlier-version-of-the-panel';
    // The session is signed with a session secret, as in an earlier version.
    const before = await start({ DATA_DIR: data, DEMO_DATA: 'on', SESSION_SECRET: secret });
    const visitor = await new Visitor(before.url).signIn(username, password);
    await before.stop();
    const set = await start({ DATA_DIR: data, SESSION_SECRET: secret });
    expect(await isSignedIn(set, visitor)).toBe(true);
    await set.stop();
    if (onPostgres)
      await sqlOn(data, 'insert into shared_setting (name, value) values (?, ?)', [
        'session-secret',
        secret,
      ]);
    else writeFileSync(path.join(data, 'session-secret'), secret, { mode: 0o600 });
    for (let starts = 0; starts < 2; starts += 1) {
      const upgraded = await start({ DATA_DIR: data });
      expect(await isSignedIn(upgraded, visitor)).toBe(true);
      await upgraded.stop();
    }
    const longAgo = Date.now() - 8 * 24 * 3_600_000;
    if (onPostgres)
      await sqlOn(data, "update shared_setting set value = ? where name = 'session-secret-until'", [
        String(longAgo),
      ]);
    else utimesSync(path.join(data, 'session-secret.earlier'), longAgo / 1000, longAgo / 1000);
    const later = await start({ DATA_DIR: data });
    expect(await isSignedIn(later, visitor)).toBe(false);
    expect(readdirSync(data).filter((name) => name.includes('secret'))).toEqual([]);
  });
