import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withIdempotencyKey } from '~/lib/core/form/with-idempotency-key.server';
import { getStore } from '~/lib/core/server/store.server';

const DAY = 24 * 3_600_000;

/** Posts a form, and returns whether its work was done. */
async function post(token: string, work = async () => {}): Promise<boolean> {
  let isDone = false;
  const answer = await withIdempotencyKey({ token, owner: 'ann', content: token }, async () => {
    await work();
    isDone = true;
    return redirect('/country/edit/7');
  });
  expect(answer.headers.get('location')).toBe('/country/edit/7');
  return isDone;
}

/** Posts a new form, and stores it as if that had happened `ago` milliseconds ago. Returns its token. */
async function postEarlier(ago = 0): Promise<string> {
  const token = randomUUID();
  const db = await getStore();
  const listKeys = () => db.selectFrom('idempotency_key').select('key').execute();
  const before = new Set((await listKeys()).map(({ key }) => key));
  expect(await post(token)).toBe(true);
  const added = (await listKeys()).filter(({ key }) => !before.has(key));
  expect(added).toHaveLength(1);
  await db
    .updateTable('idempotency_key')
    .set({ created_at: Date.now() - ago })
    .where('key', '=', String(added[0]?.key))
    .execute();
  return token;
}

async function countOld(): Promise<number> {
  const rows = await (await getStore())
    .selectFrom('idempotency_key')
    .select('key')
    .where('created_at', '<', Date.now() - DAY)
    .execute();
  return rows.length;
}

it('a form is saved once, also when it is posted again within a day', async () => {
  expect(await post(await postEarlier(DAY - 60_000))).toBe(false);
});

it('a form that is posted again while it is being saved waits, and is saved once', async () => {
  const token = randomUUID();
  const order: string[] = [];
  let end = () => {};
  const first = post(token, async () => {
    order.push('begun');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    order.push('saved');
  });
  await expect.poll(() => order).toEqual(['begun']);
  const second = post(token).finally(() => order.push('answered'));
  // Another form does not wait.
  expect(await post(randomUUID())).toBe(true);
  expect(order).toEqual(['begun']);
  end();
  expect([await first, await second]).toEqual([true, false]);
  expect(order).toEqual(['begun', 'saved', 'answered']);
});

it('a form whose work failed can be posted again', async () => {
  const token = randomUUID();
  const fail = async () => {
    throw new Error('refused');
  };
  await expect(post(token, fail)).rejects.toThrow('refused');
  expect(await post(token)).toBe(true);
});

it.each([
  ['more than a day ago', DAY + 1],
  ['more than a day in the future, while the clock was wrong', -DAY - 60_000],
])('a form that was saved %s can be saved again', async (_, ago) => {
  const token = await postEarlier(ago);
  expect([await post(token), await post(token)]).toEqual([true, false]);
});

it('the addresses of saved forms are deleted after a day, at most once a minute', async () => {
  const begun = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // The fake clock begins at 0, and a test of another file may have deleted old addresses in the minute before.
  vi.advanceTimersByTime(begun + 60_001);
  await postEarlier();
  await postEarlier(DAY + 1);
  vi.advanceTimersByTime(59_000);
  await postEarlier();
  const kept = await countOld();
  vi.advanceTimersByTime(60_001);
  await postEarlier();
  expect([kept, await countOld()]).toEqual([1, 0]);
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
