import pLimit from 'p-limit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { storeAction } from '~/lib/bulk/bulk-store.server';
import { getEntity } from '~/lib/core/entities';
import type { AttemptOutcome, JobKind } from '~/lib/core/jobs/job-kind';
import { makeProgress } from '~/lib/core/jobs/job-progress.server';
import {
  claimJob,
  deleteExpiredJobs,
  deleteJob,
  finishJob,
  storeJob,
} from '~/lib/core/jobs/job-store.server';
import { attemptJob, findJob, makeJobsTask, resumeJobs } from '~/lib/core/jobs/run-job.server';
import { opened } from '~/lib/core/server/opened.server';
import { getLockOwner } from '~/lib/core/server/owner.server';
import { makeSealer } from '~/lib/core/server/seal.server';
import { stopping } from '~/lib/core/server/stopping.server';
import { getStore } from '~/lib/core/server/store.server';
import { getUserKey } from '~/lib/core/session/user-key.server';
import { storePart } from '~/lib/export/export-parts.server';
import { exportJobs, type FileContent } from '~/lib/export/export-store.server';
import { startExport } from '~/lib/export/run-export.server';
import { defined } from '../../shared/defined';

const file: FileContent = {
  ...{ exportId: 'a', path: 'colors', search: '', list: 'Colors', format: 'csv' },
  ...{ filename: 'colors.csv', total: 1, isFull: true },
};
const makeUser = (id: string) => ({
  ...{ id, username: `user-${id}`, name: 'Ann', email: '' },
  role: 'Researcher',
});
const readParts = async (token: string) =>
  (await getStore()).selectFrom('job_part').select('n').where('token', '=', token).execute();

it('a job that has succeeded keeps its parts when its process seems to have ended', async () => {
  const user = makeUser('901');
  const name = {
    owner: getUserKey(user),
    token: await storeJob(exportJobs, { user, content: file, total: 1 }),
  };
  await claimJob(name.token, 'gone');
  await storePart(name.owner, name.token, 0, Buffer.from('x'));
  const value = { rows: 1, bytes: 1, sha256: '', readme: '' };
  await finishJob(exportJobs, name, { ok: true, value });
  await finishJob(exportJobs, name);
  expect(await readParts(name.token)).toHaveLength(1);
  expect(await findJob(exportJobs, name)).toMatchObject({ result: { ok: true } });
});

it('the progress of a job is stored at once, then at most twice a second, until the job is deleted', async () => {
  const user = makeUser('905');
  const name = {
    owner: getUserKey(user),
    token: await storeJob(exportJobs, { user, content: file, total: 9 }),
  };
  const store = makeProgress(name.token);
  expect([await store(1), await store(2)]).toEqual([true, true]);
  expect(await findJob(exportJobs, name)).toMatchObject({ rowsDone: 1 });
  await deleteJob(name);
  expect(await makeProgress(name.token)(3)).toBe(false);
});

it('an export whose process was killed before it began has failed', async () => {
  const user = makeUser('902');
  const job = { user, content: file, total: 1, runner: 'a process that has ended' };
  const token = await storeJob(exportJobs, job);
  await resumeJobs([exportJobs]);
  const found = await findJob(exportJobs, { owner: getUserKey(user), token });
  expect(found).toMatchObject({ state: 'ended', result: { ok: false } });
});

it('exports that cannot be stored take no place of later ones', async () => {
  const user = makeUser('903');
  const lock = await getLockOwner();
  const failing = vi.spyOn(lock, 'name').mockRejectedValue(new Error('no database'));
  onTestFinished(() => failing.mockRestore());
  const order = {
    ...{ user, entity: getEntity('color'), columns: [], format: 'csv', style: 'words' },
    ...{ privacy: { level: 'full', words: '' }, details: '', conditions: '', total: 0 },
    ...{ explanations: new Map<string, string>(), rows: (async function* () {})() },
  } as unknown as Parameters<typeof startExport>[0];
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(startExport(order, file)).rejects.toThrow('no database');
});

describe('a job that the panel runs by itself', () => {
  const outcomes: AttemptOutcome<object>[] = [];
  const kind: JobKind<object, object> = {
    ...{ name: 'test', title: 'Test', contentSchema: z.object({}), outputSchema: z.object({}) },
    describe: () => ({ what: 'a test', href: '/' }),
    ...{ sealer: makeSealer('test'), keepMs: 60_000, slots: pLimit(1) },
    failures: { stopped: 'stopped', failed: 'failed' },
    attempts: {
      ...{ everyMs: 50_000, max: 3, areRepeatable: true, stopMs: 10 },
      make: async () => outcomes.shift() ?? Promise.reject(new Error('no outcome')),
    },
  };
  const store = () => storeJob(kind, { content: {} });
  const resume = async (afterMs = 0, as = kind) =>
    Promise.all(await resumeJobs([as], Date.now() + afterMs));
  const readState = async (token: string) =>
    (await getStore())
      .selectFrom('job')
      .select(['state', 'attempts', 'result'])
      .where('token', '=', token)
      .executeTakeFirst();

  it('is tried again after its time, also if an attempt throws, and has failed after its last attempt', async () => {
    const token = await store();
    outcomes.push('later');
    for (const [afterMs, attempts] of [
      [0, 1],
      [40_000, 1],
      [50_000, 2],
    ] as const) {
      await resume(afterMs);
      expect(await readState(token)).toMatchObject({ state: 'waiting', attempts });
    }
    await resume(50_000);
    expect(await readState(token)).toMatchObject({ state: 'failed', attempts: 3 });
    expect((await readState(token))?.result).not.toBeNull();
    await resume(50_000);
    expect(await readState(token)).toMatchObject({ state: 'failed', attempts: 3 });
  });

  it('has no result if its outcome is not known, and is not tried again', async () => {
    const token = await store();
    outcomes.push('unknown');
    await resume();
    expect(await readState(token)).toEqual({ state: 'failed', attempts: 1, result: null });
  });

  it('is stored once for a key, and is claimed by one of several', async () => {
    for (let times = 0; times < 2; times += 1) await storeJob(kind, { content: {}, key: 'once' });
    outcomes.push({ ok: true, value: {} }, { ok: true, value: {} });
    await Promise.all([resume(), resume(), resume()]);
    expect(outcomes.splice(0)).toHaveLength(1);
  });

  it('whose process has ended is tried again, unless its attempts may not be repeated', async () => {
    const [first, second] = [await store(), await store()];
    for (const token of [first, second]) await claimJob(token, 'a process that has ended');
    const once = { ...kind, attempts: { ...defined(kind.attempts), areRepeatable: false } };
    const db = await getStore();
    await db.updateTable('job').set({ kind: 'once' }).where('token', '=', second).execute();
    outcomes.push({ ok: true, value: {} });
    const kinds = [kind, { ...once, name: 'once' }];
    await Promise.all(await resumeJobs(kinds));
    expect(await readState(first)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await readState(second)).toEqual({ state: 'failed', attempts: 1, result: null });
  });

  it('has ended if its process ended during the last attempt', async () => {
    const token = await store();
    for (const attempts of [0, 1]) {
      outcomes.push('later');
      await resume(attempts * 50_000);
    }
    await claimJob(token, 'a process that has ended', 2);
    await resume();
    expect(await readState(token)).toEqual({ state: 'failed', attempts: 3, result: null });
  });

  it('waits if an attempt cannot be started', async () => {
    const token = await store();
    const owner = opened.lockOwner;
    opened.lockOwner = Promise.resolve({
      ...(await getLockOwner()),
      name: () => Promise.reject(new Error('the connection is lost')),
    });
    await attemptJob(kind, token).finally(() => {
      opened.lockOwner = owner;
    });
    expect(await readState(token)).toMatchObject({ state: 'waiting', attempts: 0 });
    await deleteJob({ owner: '', token });
  });

  it('is due if a wrong clock has stored a later time, is not deleted, and is not started at a stop', async () => {
    const token = await store();
    const later = Date.now() + 1e12;
    const times = { created_at: later, due_at: later, expires_at: later };
    await (await getStore()).updateTable('job').set(times).where('token', '=', token).execute();
    await deleteExpiredJobs();
    stopping.now = true;
    await resume();
    stopping.now = false;
    expect(await readState(token)).toMatchObject({ state: 'waiting', attempts: 0 });
    outcomes.push({ ok: true, value: {} });
    await resume();
    expect(await readState(token)).toMatchObject({ state: 'done' });
  });

  it('holds a stop for its limit only', async () => {
    const token = await store();
    let resolve = (_: AttemptOutcome<object>) => {};
    const promise = new Promise<AttemptOutcome<object>>((resolveIt) => {
      resolve = resolveIt;
    });
    const hanging = { ...kind, attempts: { ...defined(kind.attempts), make: () => promise } };
    const [ended] = await resumeJobs([hanging]);
    await expect.poll(() => readState(token)).toMatchObject({ state: 'running' });
    await makeJobsTask([hanging]).stop();
    expect(await readState(token)).toMatchObject({ state: 'running' });
    resolve({ ok: true, value: {} });
    await ended;
  });
});

it('an undo that was interrupted while it was stored can be begun again', async () => {
  const user = makeUser('904');
  const content = {
    ...{ work: { kind: 'undo', run: 'r', of: 'delete' } as const, list: '', byFilter: false },
    ...{ missing: 0, already: 0 },
  };
  const records = Array.from({ length: 250 }, (_, n) => ({
    ...{ id: String(n), label: 'x', digest: '', fields: [] },
  }));
  const broken = records.map((record, n) =>
    n < 150
      ? record
      : Object.defineProperty({ ...record }, 'id', {
          get() {
            throw new Error('killed');
          },
          enumerable: true,
        }),
  );
  await expect(storeAction(user, 'color', content, broken, 'original')).rejects.toThrow('killed');
  const token = await storeAction(user, 'color', content, records, 'original');
  expect(await readParts(token ?? '')).toHaveLength(250);
  expect(await storeAction(user, 'color', content, records, 'original')).toBeUndefined();
});
