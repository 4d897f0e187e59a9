import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { getDatabaseUrl } from '../support/database';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { builtCli, run } from '../support/run';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.administrator;
const getPath = ({ url }: Visitor) => new URL(url).pathname;

/** Returns an installation with the demo study and a key file of its own, and a way to run commands on it. */
async function install() {
  const folder = tempFolder();
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const databaseUrl = await getDatabaseUrl(dataDir);
  const keyFile = path.join(folder, 'panel.key');
  const env = {
    ...{ DATA_DIR: dataDir, DEMO_DATA: 'on', PANEL_KEY: '', PANEL_KEY_FILE: keyFile },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const command = (...args: string[]) =>
    run('node', [...builtCli, ...args], { env: { ...process.env, ...env } });
  const start = async () => {
    const panel = await startPanel(env);
    onTestFinished(() => panel.stop());
    return panel;
  };
  return { start, command, keyFile };
}

it('a second factor outlives a rotation of the key without its earlier key, until a command removes it', async () => {
  const { start, command, keyFile } = await install();
  let panel = await start();
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await visitor.open('/profile/second-factor');
  await visitor.press('Set up a second factor', { 'Your password': password });
  const secret = (visitor.document.querySelector('code')?.textContent ?? '').replaceAll(' ', '');
  const makeCode = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    });
  await visitor.press('Turn on', { Code: makeCode() });
  await panel.stop();

  expect(await command('key:rotate')).toMatchObject({ status: 0, stderr: '' });
  // Each start encrypts the secrets with the current key, so the earlier key is needed for one start only.
  panel = await start();
  await panel.stop();
  const [current = '', earlier] = readFileSync(keyFile, 'utf8').trim().split('\n');
  expect(earlier).toBeDefined();
  writeFileSync(keyFile, `${current}\n`, { mode: 0o600 });
  panel = await start();
  const second = await new Visitor(panel.url).signIn(username, password);
  expect(getPath(second)).toBe('/login/code');
  await second.press('Continue', { Code: makeCode(1) });
  expect(getPath(second)).toBe('/home');
  await panel.stop();

  const unknown = await command('second-factor:remove', 'nobody');
  expect(unknown.status).toBe(1);
  expect(unknown.stderr).toContain('No user nobody has a second factor.');
  const removed = await command('second-factor:remove', username);
  expect(removed).toMatchObject({ status: 0, stderr: '' });
  expect(removed.stdout).toContain(`The second factor of ${username} has been removed.`);
  panel = await start();
  const third = await new Visitor(panel.url).signIn(username, password);
  expect(getPath(third)).toBe('/home');
  await third.open('/audit?q=Removed+the+second+factor');
  expect(third.html).toContain('Removed the second factor with a command');
});
