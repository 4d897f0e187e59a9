import { describe, expect, it } from 'vitest';
import { isCurrent, type Load, shareLoad } from '~/lib/core/host/share-load.server';
import { countWrite } from '~/lib/core/host/writes.server';

/** Returns a function that starts loads, with the functions that end them, in order. */
function makeSource() {
  const ends: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const start = () => new Promise<string>((resolve, reject) => ends.push({ resolve, reject }));
  return { start, ends };
}

const makeLoads = () => new Map<string, Load<string>>();

describe('a load', () => {
  it('that fails, fails for all who share it, and is not kept', async () => {
    const loads = makeLoads();
    const { start, ends } = makeSource();
    const answers = [1, 2].map(() => shareLoad(loads, 'a', start, { isCached: () => true }));
    ends[0]?.reject(new Error('down'));
    expect(await Promise.allSettled(answers)).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(ends.length).toBe(1);
    expect(loads.size).toBe(0);
  });

  it('is shared until it ends', async () => {
    const loads = makeLoads();
    const { start, ends } = makeSource();
    const answers = [1, 2].map(() => shareLoad(loads, 'a', start));
    const other = shareLoad(loads, 'b', start);
    ends.forEach(({ resolve }, index) => {
      resolve(`answer ${index}`);
    });
    expect(await Promise.all([...answers, other])).toEqual(['answer 0', 'answer 0', 'answer 1']);
    expect(loads.size).toBe(0);
    void shareLoad(loads, 'a', start);
    expect(ends.length).toBe(3);
  });

  it('is kept if its answer is worth it', async () => {
    const loads = makeLoads();
    const { start, ends } = makeSource();
    const isCached = (answer: string) => answer === 'good';
    for (const text of ['bad', 'good']) {
      const answer = shareLoad(loads, 'a', start, { isCached });
      ends.at(-1)?.resolve(text);
      await answer;
    }
    expect(await shareLoad(loads, 'a', start, { isCached })).toBe('good');
    expect(ends.length).toBe(2);
  });

  it('that began before a write is replaced, and does not remove the load that replaces it', async () => {
    const loads = makeLoads();
    const { start, ends } = makeSource();
    const first = shareLoad(loads, 'a', start, { isUsable: isCurrent });
    countWrite();
    const second = shareLoad(loads, 'a', start, { isUsable: isCurrent });
    ends[0]?.resolve('old');
    expect(await first).toBe('old');
    expect(shareLoad(loads, 'a', start, { isUsable: isCurrent })).toBe(second);
    ends[1]?.resolve('new');
    expect(await second).toBe('new');
    expect(loads.size).toBe(0);
  });
});
