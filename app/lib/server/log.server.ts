import pino from 'pino';
import { config } from './config.server';
import { requestId } from './request-scope.server';

/**
 * The panel's log: what happened and where, never who a record is about. Callers pass ids of
 * entities and kinds of errors; names, texts, tokens and bodies stay out. Lines that belong to a request
 * carry its id, which the answer and the calls of the API host have too.
 */
export const log = pino({
  level: config.LOG_LEVEL,
  base: undefined,
  mixin: () => {
    const request = requestId();
    return request ? { request } : {};
  },
});
