import type { RequestHandler } from 'express';

/**
 * Reads and discards the rest of a request that was answered before its end. If a reader stops in the middle of
 * a body, the stream stays paused, and the next request on the connection would never be read.
 */
export const drainRequest: RequestHandler = (request, response, next) => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    request.removeAllListeners('data');
    request.removeAllListeners('readable');
    request.resume();
  });
  next();
};
