import type { RequestHandler } from 'express';

/**
 * Reads the rest of a request that was answered before its end, and drops it. Whoever began to read the body and did
 * not go on has stopped its flow: the next request on the connection would never be read.
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
