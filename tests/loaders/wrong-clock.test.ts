import { randomUUID } from 'node:crypto';
import { listPending, storePending } from 'backend/history/pending';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { getStore } from '~/lib/core/server/store.server';
import { settleChanges } from '~/lib/core/undo/settle-changes.server';
import { readPendingImport, storeImport } from '~/lib/import/pending.server';
import { checkReadiness } from '~/lifecycle/readiness.server';

// These tests cover data that was stored while the clock was wrong. See also tests/routes/clock.test.ts.

const YEAR = 365 * 24 * 3_600_000;

it('a file that waits for its import is deleted if it was stored in the future', async () => {
  const db = await getStore();
  const names = { username: 'ann', name: 'Ann', email: 'ann@research.example' };
  const user = { id: '1', role: 'Administrator', ...names };
  const job = { id: randomUUID(), state: 'checked' as const, rows: 1, report: null, message: null };
  const file = { name: 'colors.csv', bytes: Buffer.from('Name\nRed\n') };
  const { token } = await storeImport(user, randomUUID(), 'colors', file, job);
  expect(await readPendingImport(user, token)).toMatchObject({ fileName: 'colors.csv' });
  await db
    .updateTable('job')
    .set({ created_at: Date.now() + YEAR })
    .where('token', '=', token)
    .execute();
  expect(await readPendingImport(user, token)).toBeUndefined();
  for (const table of ['job', 'job_part'] as const)
    expect(await db.selectFrom(table).select('token').where('token', '=', token).execute()).toEqual(
      [],
    );
});

it('a change whose process has ended is resolved even if it was stored in the future', async () => {
  const store = await getHistoryStore();
  const fields = [{ field: 'color_code', before: '#111111', after: '#222222' }];
  const action = 'Update' as const;
  const change = { entity: 'color', recordId: '987654', action, username: 'ann', fields };
  await storePending(store, change, 'ended');
  await store.db
    .updateTable('pending_change')
    .set({ created_at: Date.now() + YEAR })
    .execute();
  await settleChanges();
  expect((await listPending(store)).changes).toEqual([]);
});

it('readiness is checked again after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = checkReadiness();
  expect(checkReadiness()).toBe(first);
  vi.advanceTimersByTime(1_500);
  vi.setSystemTime(Date.now() - YEAR);
  expect(checkReadiness()).not.toBe(first);
  await first;
});
