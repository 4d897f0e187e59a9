import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { AccessKind } from '~/lib/core/access/access-kinds';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { noteRecords, openExport, type Viewer } from '~/lib/core/access/note-access.server';
import { storeAccesses } from '~/lib/core/access/store-accesses.server';
import { getEntity } from '~/lib/core/entities';
import { metrics } from '~/lib/core/server/metrics.server';
import { getStore, openStore } from '~/lib/core/server/store.server';
import { recordStatements } from '../support/record-statements';

const viewer: Viewer = { id: '7', username: 'chanda' };
const user = getEntity('user');

/** Records an access to `count` participants, whose ids begin with `first`. */
function note(first: number, count: number, kind: AccessKind = 'List'): void {
  const shown = Array.from({ length: count }, (_, at) => ({
    entity: 'participant',
    key: String(first + at),
    isSecret: false,
  }));
  noteRecords(viewer, kind, 'participant', shown);
}

async function readLog() {
  await settleAccesses();
  const db = await getStore();
  return db.selectFrom('access_log').selectAll().orderBy('access_id').execute();
}

async function countFailures(): Promise<number> {
  const { values } = await metrics.accessFailures.get();
  return values[0]?.value ?? 0;
}

/** Lets the event loop run until started work on SQLite, which never waits, has ended. */
async function runStarted(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

/** Makes the store refuse writes, as on a full disk. Returns a function that allows writes again. */
async function refuseWrites(): Promise<() => void> {
  const store = await openStore();
  if (!('sqlite' in store)) throw new Error('the test needs SQLite');
  store.sqlite.pragma('query_only = on');
  const allow = () => void store.sqlite.pragma('query_only = off');
  onTestFinished(allow);
  return allow;
}

beforeEach(async () => {
  await settleAccesses();
  const db = await getStore();
  for (const table of ['access_log', 'access_posting', 'access_part'] as const)
    await db.deleteFrom(table).execute();
});

it('stores a part of an export once even if its commit was not acknowledged', async () => {
  const exported = await openExport(viewer, user, user.list.columns);
  await exported?.add([{ user_id: 1, user_fname: 'A' }]);
  const [entry] = await readLog();
  const again = {
    date: entry?.access_date ?? '',
    user: { key: 'again', name: 'again' },
    request: undefined,
    kind: 'Export',
    list: 'user',
    records: [{ entity: 'user', key: '1', isSecret: false }],
    export: { id: entry?.access_id ?? 0, part: 0 },
  } as const;
  await storeAccesses([again]);
  expect(await readLog()).toMatchObject([{ access_count: 1 }]);
});

it('stores ten parts of an export in one statement, one update of the count and one commit', async () => {
  const store = await openStore();
  if (!('sqlite' in store)) throw new Error('the test needs SQLite');
  // Otherwise, a slow test would store some of the parts earlier.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const exported = await openExport(viewer, user, user.list.columns);
  // The first part also adds the names of the user and the entity.
  await exported?.add([{ user_id: 9_999, user_fname: 'A' }]);
  await settleAccesses();
  const { statements, synced } = await recordStatements(store.sqlite, async () => {
    for (let part = 0; part < 12; part += 1)
      await exported?.add(
        Array.from({ length: 500 }, (_, at) => ({ user_id: part * 500 + at + 1, user_fname: 'A' })),
      );
    await settleAccesses();
  });
  const once = [
    expect.stringMatching(/^insert into "access_part"/),
    expect.stringMatching(/^update "access_log"/),
  ];
  expect(statements).toEqual([...once, ...once]);
  expect(synced).toBe(2);
  expect(await readLog()).toMatchObject([{ access_count: 6_001 }]);
});

it('drops the access that the store refuses, and stores the others', async () => {
  note(1, 1);
  note(2, 1, null as never);
  note(3, 1);
  expect((await readLog()).map(({ access_records }) => access_records)).toEqual([
    'participant 1',
    'participant 3',
  ]);
});

it('keeps all accesses while the store cannot be written, and waits before it tries again', async () => {
  const allowWrites = await refuseWrites();
  const before = await countFailures();
  for (let at = 0; at < 10; at += 1) {
    note(1 + at * 1_000, 1_000);
    await runStarted();
  }
  expect(await countFailures()).toBe(before + 1);
  allowWrites();
  expect(await readLog()).toHaveLength(10);
});

it('stores many waiting accesses in several transactions, between which other work runs', async () => {
  const allowWrites = await refuseWrites();
  for (let at = 0; at < 300; at += 1) note(1 + at * 100, 100);
  await runStarted();
  allowWrites();
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  expect(await readLog()).toHaveLength(300);
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(6);
});
