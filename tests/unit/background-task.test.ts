import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every } from '~/lib/core/server/background-task.server';
import { log } from '~/lib/core/server/log.server';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns work that ends when `end` is called, and the number of times that it began. */
function makeWork() {
  const state = { begun: 0, end: () => {}, signal: new AbortController().signal };
  const work = (signal: AbortSignal) => {
    state.begun += 1;
    state.signal = signal;
    return new Promise<void>((resolve) => {
      state.end = resolve;
    });
  };
  return { state, work };
}

describe('work that is done every minute', () => {
  it('begins after the first delay, and again a minute after it has ended', async () => {
    const { state, work } = makeWork();
    const task = every(60_000, 'work', work, { firstMs: 1_000 });
    task.start();
    await vi.advanceTimersByTimeAsync(999);
    expect(state.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(state.begun).toBe(1);
    state.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.begun).toBe(2);
    state.end();
    await task.stop();
  });

  it('is logged if it fails, and is tried again', async () => {
    const error = vi.spyOn(log, 'error').mockReturnValue(undefined);
    let begun = 0;
    const task = every(60_000, 'the deletion', async () => {
      begun += 1;
      throw new Error('no space');
    });
    task.start();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(begun).toBe(2);
    expect(error.mock.calls[0]?.[1]).toBe('the deletion failed, and is tried again later');
    await task.stop();
  });

  it('is told to stop, is waited for, and does not begin again', async () => {
    const { state, work } = makeWork();
    const task = every(60_000, 'work', work);
    task.start();
    await vi.advanceTimersByTimeAsync(60_000);
    let isStopped = false;
    const stopped = task.stop().then(() => {
      isStopped = true;
    });
    expect(state.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(isStopped).toBe(false);
    state.end();
    await stopped;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(state.begun).toBe(1);
  });

  it('is not waited for longer than its limit', async () => {
    const { work } = makeWork();
    const task = every(60_000, 'work', work, { stopMs: 3_000 });
    task.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const stopped = task.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(stopped).resolves.toBeUndefined();
  });

  it('can be started again after a stop, with one timer however often it is started', async () => {
    const { state, work } = makeWork();
    const task = every(60_000, 'work', work);
    task.start();
    await task.stop();
    task.start();
    task.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.begun).toBe(1);
    expect(state.signal.aborted).toBe(false);
    // Started again while it is under way.
    task.start();
    state.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.begun).toBe(2);
    state.end();
    await task.stop();
  });
});
