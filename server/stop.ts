import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { log } from '../app/lib/core/server/log.server';
import { stopping } from '../app/lib/core/server/stopping.server';
import { stopPanel } from '../app/lifecycle/lifecycle.server';
import type { Drain } from './drain';
import { stopInOrder } from './stop-in-order';

const underWay = new Set<Promise<unknown>>();

/**
 * Wraps a handler so that a shutdown waits for its work, within the time limit of `stopInOrder`, even if the
 * client has disconnected. Passes the handler's errors to `next`.
 */
export function trackHandler(
  handler: (request: Request, response: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (request, response, next) => {
    const running = handler(request, response, next)
      .catch(next)
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };
}

/**
 * Registers the handlers that shut the panel down gracefully on a signal or an uncaught error. Once the
 * shutdown begins, /readyz answers with status 503. After a signal, requests are still accepted for `delayMs`
 * milliseconds.
 */
export function registerPanelShutdown(drain: Drain, delayMs: number): void {
  const onBegin = () => {
    stopping.now = true;
  };
  stopInOrder({ drain, log, delayMs, onBegin, underWay, settle: stopPanel });
}
