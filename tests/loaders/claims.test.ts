import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findLocation, takeClaim } from '~/lib/core/form/claims.server';
import { withIdempotencyKey } from '~/lib/core/form/with-idempotency-key.server';
import { getStore } from '~/lib/core/server/store.server';

const DAY = 24 * 3_600_000;

/** Takes and completes the claim of a form, and stores it as if that had happened `ago` milliseconds ago. */
async function saveForm(key: string, ago = 0): Promise<void> {
  const claim = await takeClaim('idempotency_key', key);
  if (!claim.ok || !claim.value) throw new Error('the form has been saved before');
  await claim.value.complete('/country/edit/7');
  claim.value.end();
  const db = await getStore();
  await db
    .updateTable('idempotency_key')
    .set({ created_at: Date.now() - ago })
    .where('key', '=', key)
    .execute();
}

async function isStored(key: string): Promise<boolean> {
  const db = await getStore();
  const rows = await db
    .selectFrom('idempotency_key')
    .select('key')
    .where('key', '=', key)
    .execute();
  return rows.length > 0;
}

it('a form is saved once, also when it is posted again within a day', async () => {
  const key = randomUUID();
  await saveForm(key, DAY - 60_000);
  expect(await takeClaim('idempotency_key', key)).toEqual({ ok: true, value: undefined });
  expect(await findLocation(key)).toBe('/country/edit/7');
});

it.each([
  ['more than a day ago', DAY + 1],
  ['more than a day in the future, while the clock was wrong', -DAY - 60_000],
])('a form that was saved %s can be saved again', async (_, ago) => {
  const key = randomUUID();
  await saveForm(key, ago);
  await saveForm(key);
  expect(await findLocation(key)).toBe('/country/edit/7');
});

it('claims of forms are deleted after a day, at most once a minute', async () => {
  const begun = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // The fake clock begins at 0, and a test of another file may have deleted old claims in the minute before.
  vi.advanceTimersByTime(begun + 60_001);
  await saveForm(randomUUID());
  const old = randomUUID();
  await saveForm(old, DAY + 1);
  vi.advanceTimersByTime(59_000);
  await saveForm(randomUUID());
  const isKept = await isStored(old);
  vi.advanceTimersByTime(60_001);
  await saveForm(randomUUID());
  expect(await isStored(old)).toBe(false);
  expect(isKept).toBe(true);
});

it('a form whose change was committed leads to the record, although the answer of the change was lost', async () => {
  const filling = { token: randomUUID(), owner: 'ann', content: 'a' };
  let works = 0;
  const post = () =>
    withIdempotencyKey(filling, async (once) => {
      works += 1;
      await once?.completeWith('/color/edit/7')(await getStore());
      return 'the change failed';
    });
  for (const answer of [await post(), await post()])
    expect(answer instanceof Response && answer.headers.get('location')).toBe('/color/edit/7');
  expect(works).toBe(1);
});

it('a form whose change was not committed can be posted again', async () => {
  const filling = { token: randomUUID(), owner: 'ann', content: 'a' };
  const db = await getStore();
  const post = () =>
    withIdempotencyKey(filling, async (once) => {
      const change = db.transaction().execute(async (transaction) => {
        await once?.completeWith('/color/edit/7')(transaction);
        throw new Error('refused');
      });
      return change.catch(() => 'the change failed');
    });
  expect([await post(), await post()]).toEqual(['the change failed', 'the change failed']);
});
