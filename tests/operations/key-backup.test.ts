import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { getCheckpointFolder } from '../../shared/keys/key-settings';
import { openKeys } from '../../shared/keys/open-keys';
import { readSettings } from '../../shared/settings/read';
import { dataSettings } from '../../shared/settings/settings';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { TEST_KEY } from '../support/keys';
import { openHostOn } from '../support/open-host-on';
import { builtCli } from '../support/run';

const OTHER_KEY = 'another-key-of-more-than-32-characters';

function command(name: string, env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('node', [...builtCli, name, ...args], {
    env: { ...process.env, PANEL_KEY: '', DATABASE_URL: '', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

/**
 * Starts a host, adds `entries` audit entries, and stops the host. Its keys are those of `env`, or those of the default
 * key file.
 */
async function work(dataDir: string, entries = 0, env: Record<string, string> = {}): Promise<void> {
  const settings = readSettings(dataSettings, { ...env, DATA_DIR: dataDir });
  const { host, startCheckpoints, close } = await openHostOn({
    dataDir,
    keys: openKeys(settings),
    timeZone: 'Africa/Lusaka',
    topic: 'study',
    panelUrl: 'https://panel.example',
    accountApproval: false,
    logError: raise,
  });
  const folder = getCheckpointFolder(settings);
  await startCheckpoints({ folder, minutes: 60, onFailure: raise });
  for (let n = 0; n < entries; n += 1)
    await host.append('audit', { uusername: 'ann', utitle: 'Users' });
  await close();
}

/** Makes a data folder with one audit entry and a backup with its key. Returns their paths, and one for a restore. */
async function makeBackupWithKey() {
  const base = tempFolder();
  const data = path.join(base, 'data');
  const backup = path.join(base, 'backup');
  await work(data, 1);
  expect(command('backup', { DATA_DIR: data }, '--with-key', backup).stderr).toBe('');
  return { base, data, backup, restored: path.join(base, 'restored') };
}

function raise(error: unknown): void {
  throw error;
}

it('a restore needs the key that the backup names, and its note explains why the log is shorter', async () => {
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
  expect(made.stdout).toContain(`The backup does not contain the panel key (ID ${key.id})`);
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

if (everyCase)
  it('a restore of a backup with its key also restores the key, but does not replace another key', async () => {
    const { base, data, backup, restored } = await makeBackupWithKey();
    expect(command('restore', {}, backup, restored).stderr).toBe('');
    expect(readFileSync(`${restored}-keys/panel.key`)).toEqual(
      readFileSync(`${data}-keys/panel.key`),
    );
    expect(existsSync(path.join(restored, 'panel.key'))).toBe(false);
    await work(restored, 1);

    const other = path.join(base, 'other');
    await work(path.join(base, 'someone-else'), 1);
    const key = `${path.join(base, 'someone-else')}-keys/panel.key`;
    const beside = command('restore', { PANEL_KEY_FILE: key }, backup, other);
    expect(beside.stdout).toContain(
      `${key} holds another panel key and was not changed. To use the key of the backup, remove PANEL_KEY and set PANEL_KEY_FILE to a copy of ${path.join(backup, 'panel.key')}.`,
    );
  });

if (everyCase)
  it('a restore with PANEL_KEY copies no key, and says so if the backup belongs to another key', async () => {
    const { base, data, backup, restored } = await makeBackupWithKey();

    const other = command('restore', { PANEL_KEY: OTHER_KEY }, backup, restored);
    expect([other.status, other.stderr]).toEqual([0, '']);
    expect(other.stdout).toContain(
      `PANEL_KEY holds another panel key and was not changed. To use the key of the backup, remove PANEL_KEY and set PANEL_KEY_FILE to a copy of ${path.join(backup, 'panel.key')}.`,
    );
    expect(existsSync(`${restored}-keys`)).toBe(false);

    const same = path.join(base, 'same');
    const own = readFileSync(`${data}-keys/panel.key`, 'utf8').trim();
    const matching = command('restore', { PANEL_KEY: own }, backup, same);
    expect([matching.status, matching.stderr]).toEqual([0, '']);
    expect(matching.stdout).not.toContain('another panel key');
    expect(existsSync(`${same}-keys`)).toBe(false);

    const lost = path.join(base, 'lost');
    const withoutKey = command('restore', { PANEL_KEY: OTHER_KEY }, '--lost-key', backup, lost);
    expect([withoutKey.status, withoutKey.stderr]).toEqual([0, '']);
    expect(withoutKey.stdout).not.toContain('PANEL_KEY');
    await work(lost, 1, { PANEL_KEY: OTHER_KEY });
    const withNoKey = path.join(base, 'no-key');
    expect(command('restore', {}, '--lost-key', backup, withNoKey).stderr).toBe('');
    expect(existsSync(`${withNoKey}-keys`)).toBe(false);
  });

if (everyCase)
  it('a backup made after a rotation, but before the next start, does not count as an altered log', async () => {
    const base = tempFolder();
    const data = path.join(base, 'data');
    const backup = path.join(base, 'backup');
    const restored = path.join(base, 'restored');
    await work(data, 2, { PANEL_KEY: TEST_KEY });
    const rotated = { PANEL_KEY: OTHER_KEY, PANEL_KEY_PREVIOUS: TEST_KEY };
    const made = command('backup', { DATA_DIR: data, ...rotated }, backup);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const done = command('restore', rotated, backup, restored);
    expect([done.status, done.stderr]).toEqual([0, '']);
    await work(restored, 1, rotated);
  });

if (everyCase)
  it('a backup made before a rotation can be restored with the key file from after the rotation', async () => {
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
    const env = {
      DATA_DIR: restored,
      PANEL_KEY_FILE: file,
      AUDIT_CHECKPOINT_DIR: path.join(base, 'none'),
    };
    const verified = command('audit:verify', env, '--without-checkpoints');
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  });
