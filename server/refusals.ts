import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { foreignPostMessage, isForeignPost } from '../app/lib/auth/foreign-post';
import type { Config } from '../app/lib/config.server';

/** A page is read by GET and a form is sent by POST; Remix answers some of the others with a 500. */
export function refuseOtherMethods(request: Request, response: Response, next: NextFunction): void {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) next();
  else response.status(405).set('Allow', 'GET, HEAD, POST').end();
}

/** HTTP allows other targets than paths, for proxies; they make no address of the panel's. */
export function refuseOtherTargets(
  request: Request,
  _response: Response,
  next: NextFunction,
): void {
  next(request.url.startsWith('/') ? undefined : { status: 400 });
}

/** Before Remix, whose own check of the origin answers 500 and no sentence. */
export function refuseForeignPost({ PUBLIC_URL }: Config): RequestHandler {
  const publicHosts = PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [];
  return (request, response, next) => {
    const foreign = isForeignPost({
      method: request.method,
      origin: request.get('origin'),
      site: request.get('sec-fetch-site'),
      hosts: [request.get('host') ?? '', ...publicHosts],
    });
    if (foreign) {
      response.status(403).type('text').send(foreignPostMessage);
      return;
    }
    // What `no-referrer` makes of a page's own posts; Remix would compare it with the address.
    if (request.get('origin') === 'null') delete request.headers.origin;
    next();
  };
}

/** What never reached Remix, such as an address that cannot be decoded: no stack trace, no framework's page. */
export function answerFault(
  error: { status?: number },
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = error.status ?? 500;
  response
    .status(status)
    .type('text')
    .send(
      status === 404
        ? 'There is nothing at this address.'
        : 'This request could not be read. Nothing was saved.',
    );
}
