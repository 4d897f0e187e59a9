import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openSessionLock } from '../../app/lib/core/server/session-lock';
import { createDatabase, onDatabase } from '../support/database';

let url: string;
beforeEach(async () => {
  url = await createDatabase();
  return async () => {
    const server = String(process.env.TEST_DATABASE_URL);
    await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  };
});

async function open() {
  const lock = await openSessionLock(url);
  onTestFinished(() => lock.close());
  return lock;
}

/** Ends the connection that holds the number of a lock, as a restart of the server does. */
async function cut({ number }: { number: number }): Promise<void> {
  const holder = `from pg_locks where locktype = 'advisory' and objsubid = 2 and objid = ${number}`;
  expect(await onDatabase(url, `select pg_terminate_backend(pid) ${holder}`)).toHaveLength(1);
}

const isReady = (lock: { ready(): Promise<void> }) =>
  lock.ready().then(
    () => true,
    () => false,
  );

it('a name is locked by one process at a time, until it is unlocked or the process ends', async () => {
  const [one, other] = [await open(), await open()];
  expect(await one.tryLock('a')).toBe(true);
  expect([await other.tryLock('a'), await other.tryLock('b')]).toEqual([false, true]);
  await one.unlock('a');
  expect(await other.tryLock('a')).toBe(true);
  expect(await one.tryLock('b')).toBe(false);
  await other.close();
  await expect.poll(() => one.tryLock('b')).toBe(true);
});

it('after a lost connection, the same names are locked again', async () => {
  const [one, other] = [await open(), await open()];
  expect(await one.tryLock('a')).toBe(true);
  await cut(one);
  await expect.poll(() => isReady(one), { timeout: 10_000 }).toBe(true);
  expect(await other.tryLock('a')).toBe(false);
  await one.unlock('a');
  expect(await other.tryLock('a')).toBe(true);
});

it('a name that is unlocked while the connection is restored is not locked again', async () => {
  const [one, other] = [await open(), await open()];
  for (let n = 0; n < 20; n += 1) {
    expect(await one.tryLock(`name ${n}`)).toBe(true);
    await cut(one);
    await wait(n);
    await one.unlock(`name ${n}`);
    await expect.poll(() => isReady(one), { timeout: 10_000, interval: 5 }).toBe(true);
    expect(await other.tryLock(`name ${n}`)).toBe(true);
  }
});

it('a connection that a request has restored is not replaced by a later attempt', async () => {
  const lock = await open();
  for (let n = 0; n < 3; n += 1) {
    await cut(lock);
    await expect.poll(() => isReady(lock), { timeout: 10_000, interval: 5 }).toBe(true);
    // The attempts in the background are a second apart.
    for (const until = performance.now() + 1_500; performance.now() < until; await wait(50))
      expect(await isReady(lock)).toBe(true);
    expect(await lock.tryLock(`name ${n}`)).toBe(true);
  }
});
