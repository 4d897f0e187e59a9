import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { LightPagesContext } from './components/light-pages';
import { NonceContext } from './components/nonce';
import { RequestIdContext } from './components/request-reference';
import { gatherPage } from './lib/gather-page.server';
import { startPanel, stopPanel } from './lib/lifecycle.server';
import { log } from './lib/log.server';
import { pageHeaders } from './lib/page-headers.server';
import { wantsLightPages } from './lib/preferences.server';
import { requestId } from './lib/request-id.server';

const RENDER_LIMIT_MS = 15_000;

await startPanel();

/** For the server that runs this build: settles what is under way and closes the databases. */
export const stop = stopPanel;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const light = await wantsLightPages(request);
  const nonce = light ? undefined : randomBytes(16).toString('base64');
  pageHeaders(headers, nonce, request);
  const shown = onlyMatched(context);
  if (light) return new Response(renderLight(request, shown), { headers, status });
  const { page, failed } = await renderFull(request, shown, nonce);
  return new Response(page, { headers, status: failed ? 500 : status });
}

/** A page is drawn by its own routes; making a router of all hundred would cost a tenth of it. */
function onlyMatched(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const matched = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(matched.map((id) => [id, manifest.routes[id]]));
  return { ...context, manifest: { ...manifest, routes } };
}

/** The page alone: nothing that script would need to take it over. */
function renderLight(request: Request, context: EntryContext): string {
  void context.serverHandoffStream?.cancel();
  const html = renderToStaticMarkup(
    <LightPagesContext.Provider value={true}>
      <RequestIdContext.Provider value={requestId()}>
        <RemixServer context={{ ...context, serverHandoffStream: undefined }} url={request.url} />
      </RequestIdContext.Provider>
    </LightPagesContext.Provider>,
  );
  return `<!DOCTYPE html>${html}`;
}

/** In one piece: the loaders have ended before, so that nothing is gained by parts. */
function renderFull(
  request: Request,
  context: EntryContext,
  nonce: string | undefined,
): Promise<{ page: Buffer<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId()}>
          <RemixServer
            context={context}
            url={request.url}
            nonce={nonce}
            abortDelay={RENDER_LIMIT_MS}
          />
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          // Left running, it would hold the whole page in memory.
          clearTimeout(timer);
          pipe(gatherPage((page) => resolve({ page, failed })));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          failed = true;
          log.error({ error: String(error) }, 'a page could not be rendered');
        },
      },
    );
    const timer = setTimeout(abort, RENDER_LIMIT_MS);
  });
}

export function handleDataRequest(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const { pathname } = new URL(request.url);
  // The first part only: what follows may be a recovery code or a phone number.
  const screen = `/${pathname.split('/')[1]}`;
  log.error(
    { screen, error: error instanceof Error ? error.stack : String(error) },
    'a request failed',
  );
}
