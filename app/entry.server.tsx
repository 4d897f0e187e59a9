import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { describeError } from 'shared/error-description';
import { FailedReplyContext } from './components/error-title';
import { LightPagesContext } from './components/light-pages';
import { NonceContext } from './components/nonce';
import { RequestIdContext } from './components/request-reference';
import { log } from './lib/core/server/log.server';
import { prefersLightPages } from './lib/core/server/preferences.server';
import { quietConsole } from './lib/core/server/quiet-console.server';
import { getRequestId } from './lib/core/server/request-scope.server';
import { buildPageHeaders } from './lib/core/uploads/page-headers.server';
import { startPanel } from './lifecycle/lifecycle.server';

if (process.env.NODE_ENV === 'production') quietConsole();
await startPanel();

/** The time limit in milliseconds for promises in the data of loaders. No loader of the panel returns promises. */
export const streamTimeout = 100;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const light = await prefersLightPages(request);
  const nonce = light ? undefined : randomBytes(16).toString('base64');
  buildPageHeaders(headers, nonce, request);
  const page = (
    <LightPagesContext.Provider value={light}>
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={getRequestId()}>
          <FailedReplyContext.Provider value={hasFailedReply(context)}>
            <RemixServer context={context} url={request.url} nonce={nonce} />
          </FailedReplyContext.Provider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>
    </LightPagesContext.Provider>
  );
  // A light page has no script and needs no markup for hydration.
  const html = light
    ? `<!DOCTYPE html>${renderToStaticMarkup(page)}`
    : await renderWithData(page, nonce);
  return new Response(html, { headers, status });
}

/**
 * Resolves to the HTML of a page with the data of its loaders. The page is sent in one piece, because all
 * loaders have already ended. In a stream, each of React's parts would be compressed and flushed separately
 * (docs/decisions/0130-documented-framework.md).
 */
function renderWithData(page: ReactNode, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough())).then(moveScriptsIntoBody)),
      onError: reject,
    });
  });
}

const END = '</body></html>';

/**
 * Moves the scripts with the page's data, which Remix writes after the end of the page, before this end. Browsers also
 * do this, because HTML allows nothing there.
 */
function moveScriptsIntoBody(html: string): string {
  const end = html.lastIndexOf(END);
  return html.slice(0, end) + html.slice(end + END.length) + END;
}

/** Returns whether a form was not saved because its action replied with errors. */
function hasFailedReply({ staticHandlerContext }: EntryContext): boolean {
  return Object.values(staticHandlerContext.actionData ?? {}).some(
    (reply) => reply?.status === 'error',
  );
}

export function handleDataRequest(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // Remix itself refuses a post to a page without an action, and an address without a page.
  const isRefused = isRouteErrorResponse(error) && error.status < 500;
  if (request.signal.aborted || isRefused) return;
  const { pathname } = new URL(request.url);
  // Logs only the first part of the path, because the rest may be a recovery code or a phone number.
  const screen = `/${pathname.split('/')[1]}`;
  log.error({ screen, error: describeError(error) }, 'a request failed');
}
