import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { withRequestId } from '../app/lib/core/server/request-scope.server';

/** Matches the request ids of proxies. Excludes values that could forge a log line or contain text. */
const SANE = /^[\w-]{8,64}$/;

/**
 * Gives the request an id: that of a trusted proxy (TRUST_PROXY), or else a new one. The response, the log
 * lines and the calls to the API host include the id.
 */
export function identify(request: Request, response: Response, next: NextFunction): void {
  const isTrusted: (address: string, hop: number) => boolean = request.app.get('trust proxy fn');
  const given = request.get('x-request-id') ?? '';
  const known = SANE.test(given) && isTrusted(request.socket.remoteAddress ?? '', 0);
  const id = known ? given : randomUUID();
  response.set('X-Request-Id', id);
  withRequestId(id, next, request.path.endsWith('.data'));
}
