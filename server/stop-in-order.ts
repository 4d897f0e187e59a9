import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from 'shared/error-description';
import type { Drain } from './drain';

/**
 * The maximum time in milliseconds from the signal until the process ends. Supervisors kill a process after ten
 * seconds or more.
 */
const STOP_LIMIT_MS = 9_500;
/** The part of STOP_LIMIT_MS that is reserved for `settle`: sending audit entries and closing the databases. */
const SETTLE_MS = 1_500;
/**
 * The maximum time in milliseconds to wait for requests after an uncaught error. It is short, because the request that
 * raised the error usually never ends. New requests are still served at first, usually for about a second.
 */
const DRAIN_AFTER_ERROR_MS = 3_000;

/** The methods of a pino logger that stopping needs. */
export interface StopLog {
  info(text: string): void;
  error(fields: object, text: string): void;
  fatal(fields: object, text: string): void;
}

interface Stopping {
  drain: Drain;
  log: StopLog;
  /** The time in milliseconds for which connections are still accepted after a signal. */
  delayMs?: number;
  /** Called once when stopping begins. */
  onBegin?: () => void;
  /** The handlers that are running, including those whose client has disconnected. */
  underWay?: ReadonlySet<Promise<unknown>>;
  /** Writes everything that is still pending and closes the databases. */
  settle: () => Promise<void>;
}

/**
 * Ends the process gracefully on SIGTERM, on SIGINT and on an uncaught error. The exit code is 1 after an error,
 * if requests were aborted, or if the time limit passed; otherwise 0. Further signals are ignored, because npm
 * forwards a Ctrl-C that the process has already received. A second uncaught error ends the process immediately.
 */
export function stopInOrder({
  drain,
  log,
  delayMs = 0,
  onBegin,
  underWay = new Set(),
  settle,
}: Stopping): void {
  let isStopping = false;

  async function stop(delay: number, drainMs: number): Promise<void> {
    onBegin?.();
    drain.begin();
    await wait(delay);
    const limit = performance.now() + drainMs;
    const cut = await drain.end(drainMs);
    await Promise.race([waitForAll(underWay), wait(limit - performance.now())]);
    const requests = Math.max(cut, underWay.size);
    if (requests > 0) {
      process.exitCode = 1;
      log.error({ requests }, 'stopped before everything was done: requests were aborted');
    }
    await settle();
    log.info('stopped');
    process.exit();
  }

  function begin(delay: number, drainMs: number): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      log.error({}, 'stopped before everything was done');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    stop(delay, drainMs).catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'could not stop gracefully');
      process.exit(1);
    });
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => begin(delayMs, STOP_LIMIT_MS - SETTLE_MS - delayMs));
  // Unhandled promise rejections raise this event as well.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ origin, error: describeError(error) }, 'an uncaught error ends the process');
    if (process.exitCode === 1) process.exit();
    process.exitCode = 1;
    begin(0, DRAIN_AFTER_ERROR_MS);
  });
}

async function waitForAll(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
