import pino from 'pino';
import { config } from './config.server';
import { getRequestId } from './request-scope.server';

/**
 * The panel's log. It records events and where they happened, and must not identify the people in records.
 * Callers may log ids of entities and kinds of errors, but no names, texts, tokens or bodies. Lines that belong
 * to a request contain its id, which is also sent with the response and with calls to the API host.
 */
export const log = pino({
  level: config.LOG_LEVEL,
  base: undefined,
  mixin: () => {
    const request = getRequestId();
    return request ? { request } : {};
  },
});
