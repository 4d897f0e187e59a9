import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { config } from '~/lib/core/server/config.server';
import { getEarlierSecrets } from '~/lib/core/server/secret.server';
import { getStore } from '~/lib/core/server/store.server';

const WEEK = 7 * 24 * 3_600_000;
const YEAR = 365 * 24 * 3_600_000;
const secret = 'the-secret-of-an-earlier-version-of-the-panel';

it('the week of an earlier secret in the folder ends, even if its start is in the future', async () => {
  const file = path.join(config.DATA_DIR, 'session-secret.earlier');
  onTestFinished(() => rmSync(file, { force: true }));
  const setTime = (time: number) => utimesSync(file, time / 1000, time / 1000);
  writeFileSync(file, secret);
  setTime(Date.now() + YEAR);
  expect(await getEarlierSecrets()).toEqual([secret]);
  const start = statSync(file).mtimeMs;
  expect(start).toBeLessThanOrEqual(Date.now());
  setTime(start - WEEK);
  expect(await getEarlierSecrets()).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

it('the week of an earlier secret in the database ends, even if its end is in the far future', async () => {
  const db = await getStore();
  const { DATABASE_URL } = config;
  config.DATABASE_URL = 'postgres://db.example/panel';
  onTestFinished(() => {
    config.DATABASE_URL = DATABASE_URL;
  });
  const setUntil = (until: number) =>
    db
      .updateTable('shared_setting')
      .set({ value: String(until) })
      .where('name', '=', 'session-secret-until')
      .execute();
  const readUntil = async () =>
    Number(
      (
        await db
          .selectFrom('shared_setting')
          .select('value')
          .where('name', '=', 'session-secret-until')
          .executeTakeFirstOrThrow()
      ).value,
    );
  await db.insertInto('shared_setting').values({ name: 'session-secret', value: secret }).execute();
  expect(await getEarlierSecrets()).toEqual([secret]);
  await setUntil(Date.now() + YEAR);
  expect(await getEarlierSecrets()).toEqual([secret]);
  const until = await readUntil();
  expect(until).toBeLessThanOrEqual(Date.now() + WEEK);
  await setUntil(until - WEEK);
  expect(await getEarlierSecrets()).toEqual([]);
  expect(
    await db
      .selectFrom('shared_setting')
      .where('name', 'like', 'session-secret%')
      .selectAll()
      .execute(),
  ).toEqual([]);
});
