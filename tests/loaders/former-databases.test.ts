import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { config } from '~/lib/core/server/config.server';
import { deleteFormer, describeFormer } from '~/lib/core/server/former-databases.server';
import { loader as home } from '../../app/routes/_signed-in+/home';
import { deleteOldFormerFiles } from '../../backend/db/conversion/former-files';
import { callRoute, signedInAs } from '../support/call-route';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-05-03T10:00:00Z');
const folder = path.join(config.DATA_DIR, 'former');

const setTime = (time: number) => utimesSync(folder, time / 1_000, time / 1_000);

beforeEach(() => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'host.sqlite'), 'former');
  setTime(START);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the databases of an earlier version are named on the home page of administrators alone', async () => {
  const read = async (role: 'administrator' | 'researcher') => {
    const { data } = await callRoute(home, '/home', {
      cookie: await signedInAs(role),
    });
    return (data as { former?: string }).former;
  };
  expect(await read('administrator')).toBe(
    `The databases of the earlier version are in ${path.resolve(folder)}. They are deleted on 17 May 2026, and at once with the next erasure of a participant.`,
  );
  expect(await read('researcher')).toBeUndefined();
  deleteFormer();
  expect(await read('administrator')).toBeUndefined();
});

it('the databases of an earlier version are deleted after 14 days', () => {
  deleteOldFormerFiles(config.DATA_DIR, START + 14 * DAY_MS - 1);
  expect(existsSync(folder)).toBe(true);
  deleteOldFormerFiles(config.DATA_DIR, START + 14 * DAY_MS);
  expect(existsSync(folder)).toBe(false);
  expect(describeFormer()).toBeUndefined();
});

it('the 14 days begin anew if a wrong clock has set their beginning in the future', () => {
  setTime(START + 365 * DAY_MS);
  deleteOldFormerFiles(config.DATA_DIR, START);
  expect(describeFormer()).toContain('17 May 2026');
  deleteOldFormerFiles(config.DATA_DIR, START + 14 * DAY_MS);
  expect(existsSync(folder)).toBe(false);
});
