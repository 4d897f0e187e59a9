import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { log } from '../app/lib/log.server';
import { stopping } from '../app/lib/stopping.server';

/** All of stopping, from the signal on. Supervisors kill after ten seconds or more. */
const STOP_LIMIT_MS = 9_500;

/** What the end waits for: answers on their way, and work whose client has gone in the meantime. */
const underWay = new Set<Promise<unknown>>();

function hold(work: Promise<unknown>): void {
  const held = work.finally(() => underWay.delete(held));
  underWay.add(held);
}

/** Waits for every answer; once the process stops, each tells its client to connect anew, elsewhere. */
export function holdAnswers(_request: Request, response: Response, next: NextFunction): void {
  hold(new Promise((resolve) => response.once('close', resolve)));
  if (stopping.now) response.set('Connection', 'close');
  next();
}

/** Waits for the handler's work. */
export function holding(
  handler: (request: Request, response: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (request, response, next) => hold(handler(request, response, next).catch(next));
}

/**
 * On SIGTERM and SIGINT: goes on for `delayMs` while /readyz says 503, then takes no more connections,
 * finishes the requests in flight, does `settle`, and ends the process with 0; with 1 when the time is
 * up. A second signal changes nothing: npm passes on a Ctrl-C that the process has had already.
 */
export function stopOnSignal(server: Server, delayMs: number, settle: () => Promise<void>): void {
  const stop = async () => {
    if (stopping.now) return;
    stopping.now = true;
    setTimeout(() => {
      log.error('stopped before everything was done');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    await wait(delayMs);
    server.close();
    while (underWay.size > 0) await Promise.all(underWay);
    // Those that browsers open and do not use: `close` would wait for them for a minute.
    server.closeAllConnections();
    await settle();
    log.info('the panel has stopped');
    process.exit(0);
  };
  const end = () => {
    stop().catch((error: unknown) => {
      log.error({ error: String(error) }, 'the panel could not be stopped in order');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}
