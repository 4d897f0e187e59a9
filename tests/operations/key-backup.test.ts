import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { getCheckpointFolder } from '../../backend/keys/key-settings';
import { openKeys } from '../../backend/keys/open-keys';
import { openHost } from '../../backend/start';
import { readSettings } from '../../shared/settings/read';
import { dataSettings } from '../../shared/settings/settings';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { builtCli } from '../support/run';

function command(name: string, env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('node', [...builtCli, name, ...args], {
    env: { ...process.env, PANEL_KEY: '', DATABASE_URL: '', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

/** Starts and stops a host on the default key file, after `entries` more audit entries. */
async function work(dataDir: string, entries = 0): Promise<void> {
  const settings = readSettings(dataSettings, { DATA_DIR: dataDir });
  const { host, close } = await openHost({
    dataDir,
    keys: openKeys(settings),
    checkpoints: { folder: getCheckpointFolder(settings), minutes: 60, onFailure: raise },
    timeZone: 'Africa/Lusaka',
    topic: 'study',
    panelUrl: 'https://panel.example',
    accountApproval: false,
    logError: raise,
  });
  for (let n = 0; n < entries; n += 1)
    await host.append('audit', { uusername: 'ann', utitle: 'Users' });
  await close();
}

function raise(error: unknown): void {
  throw error;
}

it('a backup names its key, and a restore wants it, notes itself, and excuses the shorter log', async () => {
  const base = tempFolder();
  const data = path.join(base, 'data');
  const restored = path.join(base, 'restored');
  const backup = path.join(base, 'backup');
  const file = `${data}-keys/panel.key`;
  await work(data, 3);
  const made = command('backup', { DATA_DIR: data }, backup);
  expect(made.stderr).toBe('');
  const { key } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));
  expect(key).toEqual({
    id: openKeys(readSettings(dataSettings, { DATA_DIR: data })).ring.current.id,
    included: false,
  });
  expect(made.stdout).toContain(`The panel key ${key.id} is not in it`);
  expect(existsSync(path.join(backup, 'panel.key'))).toBe(false);
  await work(data, 2);

  const refused = command('restore', {}, backup, restored);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    `The backup belongs to the panel key ${key.id}, which is neither`,
  );
  expect(existsSync(restored)).toBe(false);
  const done = command('restore', { PANEL_KEY_FILE: file }, backup, restored);
  expect([done.status, done.stderr]).toEqual([0, '']);
  renameSync(data, `${data}-before`);
  renameSync(restored, data);
  const before = command('audit:verify', { DATA_DIR: data });
  expect(before.stdout).toMatch(/The log ends with entry 3, but the checkpoint of .+ had 5/);
  expect(before.status).toBe(1);
  await work(data);
  const after = command('audit:verify', { DATA_DIR: data });
  expect(after.stdout).toMatch(/restored: restored at .+ from the backup of/);
  expect(after.status).toBe(0);

  const withoutKey = path.join(base, 'without-key');
  const lost = command('restore', {}, '--lost-key', backup, withoutKey);
  expect([lost.status, lost.stderr]).toEqual([0, '']);
  await work(withoutKey, 1);
});

it('a backup with its key restores where there is no other', async () => {
  const base = tempFolder();
  const data = path.join(base, 'data');
  const backup = path.join(base, 'backup');
  const restored = path.join(base, 'restored');
  await work(data, 1);
  expect(command('backup', { DATA_DIR: data }, '--with-key', backup).stderr).toBe('');
  expect(command('restore', {}, backup, restored).stderr).toBe('');
  expect(readFileSync(`${restored}-keys/panel.key`)).toEqual(
    readFileSync(`${data}-keys/panel.key`),
  );
  expect(existsSync(path.join(restored, 'panel.key'))).toBe(false);
  await work(restored, 1);
});

if (everyCase)
  it('a backup made before a rotation is restored with the key file as it is after it', async () => {
    const base = tempFolder();
    const data = path.join(base, 'data');
    const restored = path.join(base, 'restored');
    const backup = path.join(base, 'backup');
    const file = `${data}-keys/panel.key`;
    await work(data, 3);
    expect(command('backup', { DATA_DIR: data }, backup).stderr).toBe('');
    expect(command('key:rotate', { DATA_DIR: data }).stderr).toBe('');
    await work(data, 2);

    const done = command('restore', { PANEL_KEY_FILE: file }, backup, restored);
    expect([done.status, done.stderr]).toEqual([0, '']);
    const verified = command('audit:verify', {
      DATA_DIR: restored,
      PANEL_KEY_FILE: file,
      AUDIT_CHECKPOINT_DIR: path.join(base, 'none'),
    });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  });
