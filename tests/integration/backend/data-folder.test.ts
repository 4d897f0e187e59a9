import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STUDY_FILE } from '../../../shared/db/connect';
import { lockDataFolder } from '../../../shared/db/lock';
import { migrateToLatest } from '../../../shared/db/migrate';
import { findSqlitePackage } from '../../../shared/db/sqlite-driver';
import { tempFolder } from '../../support/folders';
import { startHost } from '../../support/start-host';

/** Starts a process that locks the folder, as a second panel would. */
async function holdInAnotherProcess(folder: string) {
  const program = `
    const lock = new (require('${findSqlitePackage(process.versions.napi ?? '')}'))(${JSON.stringify(path.join(folder, 'lock.sqlite'))});
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('the data folder', () => {
  it('is refused while another process uses it, and free after that process is killed', async () => {
    const folder = tempFolder();
    const child = await holdInAnotherProcess(folder);
    await expect(startHost({ dataDir: folder })).rejects.toThrow(
      `The data folder ${folder} is in use by another process.`,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { get } = await startHost({ dataDir: folder });
    expect((await get('user/list')).succeeded).toBe(true);
  });

  it('cannot be locked twice in one process either, until it is released', () => {
    const folder = tempFolder();
    const lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(/in use/);
    lock.release();
    lockDataFolder(folder).release();
  });

  it('is created with access for its owner only', async () => {
    const dataDir = path.join(tempFolder(), 'deep', 'data');
    await startHost({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDir, STUDY_FILE)).mode & 0o777).toBe(0o600);
  });

  it('is released when its database cannot be opened', async () => {
    const { db } = await startHost();
    const failing = {
      '2099-01-01-impossible': { up: () => Promise.reject(new Error('no such column')) },
    };
    await expect(migrateToLatest(db, failing)).rejects.toThrow();

    const dataDir = tempFolder();
    mkdirSync(path.join(dataDir, STUDY_FILE));
    await expect(startHost({ dataDir })).rejects.toThrow();
    lockDataFolder(dataDir).release();
  });
});
