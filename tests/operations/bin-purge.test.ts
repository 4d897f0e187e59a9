import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CallerEntry } from '../../backend/audit/change';
import { byName } from '../../shared/db/types';
import { defined } from '../../shared/defined';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { builtCli, run } from '../support/run';
import { startHost } from '../support/start-host';

const DAY = 86_400_000;
const entry: CallerEntry = {
  ...{ username: 'ann', title: 'Countries', action: 'Delete' },
  describe: () => 'Deleted a country',
};

function purge(env: Record<string, string>, ...args: string[]) {
  return run('node', [...builtCli, 'bin:purge', ...args], { env: { ...process.env, ...env } });
}

/** Starts a host with countries in its bin, which were deleted the given numbers of days ago. */
async function hostWithBin(days: readonly number[]) {
  const host = await startHost({ binDays: 30, now: () => new Date() });
  for (const age of days) {
    const name = `Country-of-${age}-days`;
    const added = await host.post('country/update', {
      ...{ uid: '0', uname: name, ucode: '1', ustatus: '1', user: 'ann' },
    });
    const uid = String(defined(added.items[0]).country_id);
    const request = new Request('http://host.test/country/delete', {
      method: 'POST',
      body: new URLSearchParams({ uid }),
    });
    await host.host.fetch(request, { entries: [entry] });
    await byName(host.db)
      .updateTable('deleted_record')
      .set({ deleted_at: Date.now() - age * DAY - 60_000 })
      .where('deleted_name', '=', name)
      .execute();
  }
  const env = { DATA_DIR: host.dataDir, DATABASE_URL: host.databaseUrl ?? '' };
  const left = async () =>
    (await sqlOn(host.dataDir, 'select deleted_name from deleted_record order by 1')).map(
      (row) => (row as { deleted_name: string }).deleted_name,
    );
  return { host, env, left };
}

it('bin:purge refuses invalid arguments, and a folder without a database', async () => {
  const { host, env, left } = await hostWithBin([40]);
  await host.close();
  for (const [args, message] of [
    [['--all', '--older-than-days', '3'], /^Give --all or --older-than-days/],
    [['--older-than-days', 'x'], /^The number of days must be a whole number/],
    [['--older-than-days', ''], /^The number of days must be a whole number/],
    [['--older-than-days=-1'], /^The number of days must be a whole number/],
    [['--everything'], /--everything/],
  ] as const) {
    const { status, stdout, stderr } = await purge(env, ...args);
    expect([args, status, stdout]).toEqual([args, 1, '']);
    expect(stderr).toMatch(message);
  }
  const nowhere = await purge({ DATA_DIR: tempFolder(), DATABASE_URL: '' });
  expect(nowhere.status).toBe(1);
  expect(nowhere.stderr).toMatch(/^There is no database in /);
  expect(await left()).toEqual(['Country-of-40-days']);
});

it('bin:purge runs beside panels on PostgreSQL, but not beside a panel on SQLite', async () => {
  const { env, left } = await hostWithBin([40]);
  const { status, stderr } = await purge(env);
  if (onPostgres) expect([status, await left()]).toEqual([0, []]);
  else {
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The data folder .+ is in use by another process/);
    expect(await left()).toEqual(['Country-of-40-days']);
  }
});

it('bin:purge deletes the records that are older than BIN_DAYS or than the given days, or all records', async () => {
  const { host, env, left } = await hostWithBin([40, 20, 10, 0]);
  await host.close();
  const names = (...ages: number[]) => ages.map((age) => `Country-of-${age}-days`).sort();
  const readOutput = async (more: Record<string, string>, ...args: string[]) => {
    const { status, stdout, stderr } = await purge({ ...env, ...more }, ...args);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  expect(await readOutput({})).toBe('Deleted for good: 1. Still in the bin: 3.\n');
  expect(await left()).toEqual(names(20, 10, 0));
  expect(await readOutput({ BIN_DAYS: '15' })).toBe('Deleted for good: 1. Still in the bin: 2.\n');
  expect(await readOutput({}, '--older-than-days', '5')).toContain('Deleted for good: 1.');
  expect(await left()).toEqual(names(0));
  expect(await readOutput({}, '--all')).toBe('Deleted for good: 1. Still in the bin: 0.\n');
  expect(await readOutput({}, '--all')).toBe('Deleted for good: 0. Still in the bin: 0.\n');
});

if (!onPostgres) {
  it('bin:purge leaves nothing of a purged record in the files of SQLite', async () => {
    const { host, env } = await hostWithBin([40]);
    await host.close();
    const files = () =>
      readdirSync(host.dataDir)
        .filter((name) => name.startsWith('study.sqlite'))
        .map((name) => readFileSync(path.join(host.dataDir, name), 'latin1'))
        .join('');
    expect(files()).toContain('Country-of-40-days');
    await purge(env);
    expect(files()).not.toContain('Country-of-40-days');
  });
}
