import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { stopPanel } from '../app/lib/lifecycle/lifecycle.server';
import { log } from '../app/lib/server/log.server';
import { stopping } from '../app/lib/server/stopping.server';
import type { Drain } from './drain';
import { stopInOrder } from './stop-in-order';

const underWay = new Set<Promise<unknown>>();

/**
 * Registers the handler's work, so that the process does not end before it, even if the client has
 * disconnected.
 */
export function trackConnections(
  handler: (request: Request, response: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (request, response, next) => {
    const held = handler(request, response, next)
      .catch(next)
      .finally(() => underWay.delete(held));
    underWay.add(held);
  };
}

/**
 * Stops the panel gracefully on a signal or an uncaught error. After a signal, /readyz answers with status 503
 * for `delayMs` milliseconds while requests are still answered.
 */
export function stopPanelInOrder(drain: Drain, delayMs: number): void {
  const onBegin = () => {
    stopping.now = true;
  };
  stopInOrder({ drain, log, delayMs, onBegin, underWay, settle: stopPanel });
}
