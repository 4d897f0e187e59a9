import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findKeys, openKeys } from '../../shared/keys/open-keys';
import { readSettings } from '../../shared/settings/read';
import { dataSettings } from '../../shared/settings/settings';
import { getDatabaseUrl } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase, sweep } from '../support/full';
import { TEST_KEY } from '../support/keys';
import { builtCli } from '../support/run';
import { startHost } from '../support/start-host';

function command(name: string, env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('node', [...builtCli, name, ...args], {
    env: { ...process.env, PANEL_KEY: '', AUDIT_CHECKPOINT_MINUTES: '60', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

const rotate = (env: Record<string, string>, ...args: string[]) =>
  command('key:rotate', env, ...args);

/** Starts a host on the default key file beside its data folder. */
async function hostWithKeyFile() {
  const dataDir = path.join(tempFolder(), 'data');
  const settings = readSettings(dataSettings, { DATA_DIR: dataDir });
  const databaseUrl = await getDatabaseUrl(dataDir);
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  const open = () => startHost({ dataDir, keys: openKeys(settings) });
  return { dataDir, settings, env, open, file: `${dataDir}-keys/panel.key` };
}

it('key:rotate refuses to run without a data folder, and while a host runs', async () => {
  expect(rotate({ DATA_DIR: '/nowhere/data', DATABASE_URL: '' })).toMatchObject({
    status: 1,
    stderr: 'There is no data folder /nowhere/data: set DATA_DIR.',
  });
  const { env, open, file } = await hostWithKeyFile();
  await open();
  const before = readFileSync(file, 'utf8');
  const busy = rotate(env);
  expect(busy.status).toBe(1);
  expect(busy.stderr).toMatch(
    /^(The data folder .+ is in use by another process|A panel is using)/,
  );
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it('key:rotate makes a new key, keeps the earlier key, and signs the heads of the audit log with the new key', async () => {
  const { env, open, file, settings } = await hostWithKeyFile();
  const host = await open();
  await host.post('audit/update', { uusername: 'ann', utitle: 'Users' });
  await host.close();
  const earlier = findKeys(settings)?.ring.current.id;
  const rotated = rotate(env);
  expect(rotated.stderr).toBe('');
  const ring = findKeys(settings)?.ring;
  expect(ring?.all.map(({ id }) => id)).toEqual([
    expect.not.stringContaining(`${earlier}`),
    earlier,
  ]);
  expect(rotated.stdout).toContain(`The current key is ${ring?.current.id}, in ${file}.`);
  expect(rotated.stdout).not.toContain(readFileSync(file, 'utf8').split('\n')[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const verified = command('audit:verify', env);
  expect(verified.stdout).toContain('audit_entry: 1 entries, verified.');
  expect(verified.stdout).toMatch(
    /^Checkpoints: 1 in .+audit-checkpoints\.jsonl; the last was written at 2/m,
  );
  expect(verified.status).toBe(0);
  await (await open()).close();
  // Without a key, audit:verify still checks the digests, and says that it did not check the signatures.
  const reduced = command('audit:verify', { ...env, PANEL_KEY_FILE: '/nowhere/key' });
  expect(reduced.stdout).toContain('only the digests were checked, not the signatures');
  expect(reduced.status).toBe(0);
});

const kills: [when: string, after: number][] = [
  ['the key file is new', 0],
  ['the heads are being signed', 20],
  ['the checkpoint is being written', 60],
];

it.each(sweep(kills, ([, after]) => after === 0))(
  'key:rotate that is killed when %s leaves keys that open everything, and succeeds when it is run again',
  async (_when, after) => {
    const { env, open, file, settings } = await hostWithKeyFile();
    const host = await open();
    await host.post('audit/update', { uusername: 'ann', utitle: 'Users' });
    await host.close();
    const before = readFileSync(file, 'utf8');
    const child = spawn('node', [...builtCli, 'key:rotate'], {
      env: { ...process.env, PANEL_KEY: '', AUDIT_CHECKPOINT_MINUTES: '60', ...env },
    });
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    while (child.exitCode === null && readFileSync(file, 'utf8') === before) await setTimeout(1);
    if (after > 0) await setTimeout(after);
    child.kill('SIGKILL');
    const signal = await ended;
    if (after === 0) expect(signal).toBe('SIGKILL');
    expect(readFileSync(file, 'utf8').endsWith(before)).toBe(true);

    const verify = (...args: string[]) => command('audit:verify', env, ...args);
    const opened = await open();
    await opened.post('audit/update', { uusername: 'ann', utitle: 'Users' });
    await opened.close();
    // The key was made before the first checkpoint was.
    expect(verify('--without-checkpoints')).toMatchObject({ status: 0, stderr: '' });
    const again = rotate(env);
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toContain(`The current key is ${findKeys(settings)?.ring.current.id}`);
    const verified = verify();
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified.stdout).toContain('audit_entry: 2 entries, verified.');
  },
);

it('key:rotate explains how to rotate a key in the environment, and signs with the new key once it is set', async () => {
  const dataDir = path.join(tempFolder(), 'data');
  const env = { DATA_DIR: dataDir, DATABASE_URL: (await getDatabaseUrl(dataDir)) ?? '' };
  await (await startHost({ dataDir })).close();
  const refused = rotate({ ...env, PANEL_KEY: TEST_KEY });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    'Put the present value of PANEL_KEY at the start of PANEL_KEY_PREVIOUS',
  );
  const other = 'another-key-of-more-than-32-characters';
  const done = rotate({ ...env, PANEL_KEY: other, PANEL_KEY_PREVIOUS: TEST_KEY });
  expect([done.status, done.stderr]).toEqual([0, '']);
  expect(command('audit:verify', { ...env, PANEL_KEY: other }).status).toBe(0);
});

if (everyCase)
  it('key:rotate --lost replaces the lost key of a database, and the checkpoints record the loss', async () => {
    const dataDir = path.join(tempFolder(), 'data');
    const env = { DATA_DIR: dataDir, DATABASE_URL: (await getDatabaseUrl(dataDir)) ?? '' };
    await (await startHost({ dataDir })).close();
    expect(rotate(env).stderr).toBe('There is no key yet: start the panel once, or set PANEL_KEY.');
    const lost = rotate(env, '--lost');
    expect([lost.status, lost.stderr]).toEqual([0, '']);
    const verified = command('audit:verify', env);
    expect(verified.stdout).toMatch(/acknowledged: the key [0-9a-f]{8} was lost/);
    expect(verified.status).toBe(0);
    expect(rotate(env, '--lost').stderr).toBe('No key is lost: run this command without --lost.');
  });
