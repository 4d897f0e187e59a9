import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { withRequestId } from '../app/lib/server/request-scope.server';

/** Matches the ids that proxies send, and nothing that could forge a log line or carry a text. */
const SANE = /^[\w-]{8,64}$/;

/**
 * Gives the request an id: the one of a proxy that TRUST_PROXY names, or a new one. The answer has it, and
 * so have the log's lines and the calls of the API host.
 */
export function identify(request: Request, response: Response, next: NextFunction): void {
  const isTrusted: (address: string, hop: number) => boolean = request.app.get('trust proxy fn');
  const given = request.get('x-request-id') ?? '';
  const known = SANE.test(given) && isTrusted(request.socket.remoteAddress ?? '', 0);
  const id = known ? given : randomUUID();
  response.set('X-Request-Id', id);
  withRequestId(id, next, request.path.endsWith('.data'));
}
