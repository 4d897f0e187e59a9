import { setTimeout as wait } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import { log } from './log.server';

/** Work that the panel does without a request. A task that has stopped can be started again. */
export interface BackgroundTask {
  start?(): Promise<void> | void;
  /** Stops the task, and waits for the work under way. */
  stop(): Promise<void>;
  /** Called for each page of a signed-in user, and must not wait. */
  noticePage?(): void;
}

interface Timing {
  /** The time in milliseconds before the work is done for the first time. By default, the interval. */
  firstMs?: number;
  /** The maximum time in milliseconds for which a stop waits for the work under way. Otherwise, it waits for its end. */
  stopMs?: number;
}

/**
 * Makes a task that does some work again and again. An interval begins when the work has ended. A failure is logged with
 * `name`, such as "the deletion of old files". A stop aborts the signal.
 */
export function every(
  intervalMs: number,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  { firstMs = intervalMs, stopMs }: Timing = {},
): BackgroundTask & { start(): void } {
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  const plan = (ms: number, signal: AbortSignal) => {
    timer = setTimeout(async () => {
      underWay = doWork(signal);
      await underWay;
      if (!signal.aborted) plan(intervalMs, signal);
    }, ms).unref();
  };
  const doWork = async (signal: AbortSignal) => {
    try {
      await work(signal);
    } catch (error) {
      log.error({ error: toErrorText(error) }, `${name} failed, and is tried again later`);
    }
  };
  return {
    start() {
      stopping.abort();
      clearTimeout(timer);
      stopping = new AbortController();
      plan(firstMs, stopping.signal);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.race([underWay, ...(stopMs === undefined ? [] : [pause(stopMs)])]);
    },
  };
}

function pause(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}
