import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
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

/** Returns the server processes that hold the number of a lock: one, or none. */
const listHolders = ({ number }: { number: number }) =>
  onDatabase(
    url,
    `select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and objid = ${number}`,
  );

/**
 * Ends the connection that holds the number of a lock, as a restart of the server does. Returns a function that waits
 * until another connection holds it.
 */
async function cut(lock: Awaited<ReturnType<typeof open>>): Promise<() => Promise<void>> {
  const before = await listHolders(lock);
  expect(before).toHaveLength(1);
  const [{ pid }] = before as [{ pid: number }];
  await onDatabase(url, 'select pg_terminate_backend($1)', [pid]);
  return async () => {
    const isRestored = async () => {
      const now = await listHolders(lock);
      return now.length === 1 && !isDeepStrictEqual(now, before);
    };
    await expect.poll(isRestored, { timeout: 10_000, interval: 5 }).toBe(true);
    await expect.poll(() => isReady(lock), { timeout: 10_000, interval: 5 }).toBe(true);
  };
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
  const waitUntilRestored = await cut(one);
  await waitUntilRestored();
  expect(await other.tryLock('a')).toBe(false);
  await one.unlock('a');
  expect(await other.tryLock('a')).toBe(true);
});

it('a name that is unlocked while the connection is restored is not locked again', async () => {
  const [one, other] = [await open(), await open()];
  for (let n = 0; n < 20; n += 1) {
    expect(await one.tryLock(`name ${n}`)).toBe(true);
    const waitUntilRestored = await cut(one);
    await wait(n);
    await one.unlock(`name ${n}`);
    await waitUntilRestored();
    expect(await other.tryLock(`name ${n}`)).toBe(true);
  }
});

it('a connection that a request has restored is not replaced by a later attempt', async () => {
  const lock = await open();
  for (let n = 0; n < 3; n += 1) {
    const waitUntilRestored = await cut(lock);
    await waitUntilRestored();
    // The attempts in the background are a second apart.
    for (const until = performance.now() + 1_500; performance.now() < until; await wait(50))
      expect(await isReady(lock)).toBe(true);
    expect(await lock.tryLock(`name ${n}`)).toBe(true);
  }
});
