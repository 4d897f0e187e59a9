import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../app/lib/server/config.server';
import { log } from '../app/lib/server/log.server';
import { foreignPostMessage, isForeignPost } from '../app/lib/session/foreign-post';
import { enterForeignPost } from '../app/lib/session/guard.server';
import { describeError } from './describe-error';

/** A page is read by GET and a form is sent by POST; Remix answers some of the others with a 500. */
export function refuseOtherMethods(request: Request, response: Response, next: NextFunction): void {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) next();
  else response.status(405).set('Allow', 'GET, HEAD, POST').end();
}

/**
 * Refuses what makes no address of the panel's, of which Remix would answer a 500: HTTP allows other targets than
 * paths, for proxies, and a Host can be anything.
 */
export function refuseOtherTargets(
  request: Request,
  _response: Response,
  next: NextFunction,
): void {
  const names = [request.get('host'), request.get('x-forwarded-host')];
  // Proxies behind one another list theirs; the first counts.
  const isReadable = names.every((name) => !name || URL.canParse(`http://${name.split(',')[0]}`));
  next(request.url.startsWith('/') && isReadable ? undefined : { status: 400 });
}

/** Before Remix, whose own check of the origin answers 500 and no sentence. */
export function refuseForeignPost({ PUBLIC_URL }: Config): RequestHandler {
  const publicHosts = PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [];
  return async (request, response, next) => {
    const foreign = isForeignPost({
      method: request.method,
      origin: request.get('origin'),
      site: request.get('sec-fetch-site'),
      hosts: [request.get('host') ?? '', ...publicHosts],
    });
    if (foreign) {
      await enterForeignPost(request.get('cookie')).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'a refusal could not be entered'),
      );
      response.status(403).type('text').send(foreignPostMessage);
      return;
    }
    // What `no-referrer` makes of a page's own posts; Remix would compare it with the address.
    if (request.get('origin') === 'null') delete request.headers.origin;
    next();
  };
}

/**
 * Answers what never reached Remix, such as an address that cannot be decoded, and ends what broke off: no stack
 * trace, which Express would print, and no framework's page.
 */
export function answerError(
  error: { status?: number },
  _request: Request,
  response: Response,
  // Express recognises error handlers by their number of parameters.
  _next: NextFunction,
): void {
  const status = error.status ?? 500;
  // A client that has disconnected needs no answer, and has a log line already.
  const isClosed = response.destroyed;
  if (status >= 500 && !isClosed) log.error({ error: describeError(error) }, 'an answer failed');
  if (isClosed || response.headersSent) {
    response.destroy();
    return;
  }
  response
    .status(status)
    .type('text')
    .send(
      status === 404
        ? 'There is nothing at this address.'
        : 'This request could not be read. Nothing was saved.',
    );
}
