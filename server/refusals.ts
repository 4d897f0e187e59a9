import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { describeError } from 'shared/error-description';
import type { Config } from '../app/lib/core/server/config.server';
import { log } from '../app/lib/core/server/log.server';
import { foreignPostMessage, isForeignPost } from '../app/lib/core/session/foreign-post';
import { recordForeignPost } from '../app/lib/core/session/refuse-foreign-post.server';
import { EMPTY_POLICY } from './headers';

/**
 * Refuses methods other than GET, HEAD and POST with status 405. Remix would answer some of them with status
 * 500.
 */
export function refuseOtherMethods(request: Request, response: Response, next: NextFunction): void {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) next();
  else response.status(405).set('Allow', 'GET, HEAD, POST').end();
}

/**
 * Returns whether the target of a request is a path. HTTP also allows other targets, for proxies. If Express cannot
 * parse such a target, it runs no handler and answers with a page of its own.
 */
export function isPath(target: string | undefined): boolean {
  return target?.startsWith('/') ?? false;
}

/**
 * Refuses requests whose host is invalid with status 400. Remix would answer them with status 500. A Host header may
 * contain anything.
 */
export function refuseOtherHosts(request: Request, _response: Response, next: NextFunction): void {
  const names = [request.get('host'), request.get('x-forwarded-host')];
  // A chain of proxies adds its hosts to a list, in which the first one counts.
  const isReadable = names.every((name) => !name || URL.canParse(`http://${name.split(',')[0]}`));
  next(isReadable ? undefined : { status: 400 });
}

/**
 * The maximum length of a request's path and query as HTML writes it, in characters. The longest address of the panel,
 * with all columns of a list and a filter on each, has about 8,150. Pages repeat their address in up to three forms, so
 * that they grow by several times the length of a longer address.
 */
const MAX_TARGET = 8_200;
/**
 * The maximum length of a request's path, also as HTML writes it. The ids and names of files in paths are shorter. The
 * page of a record that does not exist repeats its path more often than pages repeat their query.
 */
const MAX_PATH = 1_000;

/** Refuses longer addresses with status 414. */
export function refuseLongTargets(request: Request, _response: Response, next: NextFunction): void {
  const { pathname, search } = new URL(`http://panel${request.url}`);
  const isTooLong = measure(pathname) > MAX_PATH || measure(pathname + search) > MAX_TARGET;
  next(isTooLong ? { status: 414 } : undefined);
}

/** Returns the length of a text as HTML writes it. */
function measure(text: string): number {
  return text.replace(/["&'<>]/g, '&quot;').length;
}

/**
 * Refuses requests with `_data` with status 400. Remix would answer them by its former protocol, which no page uses,
 * and report each as an error.
 */
export function refuseFormerProtocol(
  request: Request,
  _response: Response,
  next: NextFunction,
): void {
  const { searchParams } = new URL(`http://panel${request.url}`);
  next(searchParams.has('_data') ? { status: 400 } : undefined);
}

/**
 * Refuses a post from another site with status 403 and a message. Must run before Remix, whose own check
 * answers with status 500 and no message.
 */
export function rejectForeignPosts({ PUBLIC_URL }: Config): RequestHandler {
  const publicHosts = PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [];
  return async (request, response, next) => {
    const foreign = isForeignPost({
      method: request.method,
      origin: request.get('origin'),
      site: request.get('sec-fetch-site'),
      hosts: [request.get('host') ?? '', ...publicHosts],
    });
    if (foreign) {
      await recordForeignPost(request.get('cookie')).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'a refusal could not be entered'),
      );
      response.status(403).type('text').send(foreignPostMessage);
      return;
    }
    // With the policy `no-referrer`, browsers send the origin `null` with the panel's own posts. The header is removed,
    // because Remix would compare it with the address.
    if (request.get('origin') === 'null') delete request.headers.origin;
    next();
  };
}

/**
 * Answers requests that failed before or in Remix, such as those whose path cannot be decoded, and closes the
 * connection if a response has already begun. The answer is plain text, without the stack trace that Express
 * would include.
 */
export function answerError(
  error: { status?: number },
  _request: Request,
  response: Response,
  // Express recognizes error handlers by their number of parameters.
  _next: NextFunction,
): void {
  const status = error.status ?? 500;
  // A client that has disconnected needs no response, and its request has already been logged.
  const isClosed = response.destroyed;
  if (status >= 500 && !isClosed) log.error({ error: describeError(error) }, 'an answer failed');
  if (isClosed || response.headersSent) {
    response.destroy();
    return;
  }
  response.status(status).type('text').send(describeFailure(status));
}

/** Refuses a request whose target is not a path. Closes the connection, because the body has not been read. */
export function refuseOtherTargets(response: ServerResponse): void {
  response.writeHead(400, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': EMPTY_POLICY,
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(describeFailure(400));
}

function describeFailure(status: number): string {
  if (status === 404) return 'There is nothing at this address.';
  if (status === 414)
    return 'This address is too long. Go back, and choose fewer columns or filters.';
  if (status >= 500)
    return 'Something went wrong. If you were saving something, check whether it was saved before you try again.';
  return 'This request could not be read. Nothing was saved.';
}
