import { randomBytes } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { defined } from 'shared/defined';
import { toErrorText } from 'shared/error-text';
import { type DrawOnce, DrawOnceContext } from './components/drawn-once';
import { LightPagesContext } from './components/light-pages';
import { LoaderDataContext } from './components/loader-data';
import { NonceContext } from './components/nonce';
import { RequestIdContext } from './components/request-reference';
import { compressPage } from './lib/compress-page.server';
import { startPanel } from './lib/lifecycle.server';
import type { LoadContext } from './lib/load-context';
import { log } from './lib/log.server';
import { pageHeaders } from './lib/page-headers.server';
import { wantsLightPages } from './lib/preferences.server';
import { requestId } from './lib/request-scope.server';

await startPanel();

/** No loader answers promises: nothing is waited for, and nothing of a page is kept meanwhile. */
export const streamTimeout = 100;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { encoding }: LoadContext,
): Promise<Response> {
  const light = await wantsLightPages(request);
  const nonce = light ? undefined : randomBytes(16).toString('base64');
  pageHeaders(headers, nonce, request);
  if (light) await context.serverHandoffStream?.cancel();
  const loaderData = light ? '' : await encodedData(context);
  const page = renderPage(request.url, onlyMatched(context), nonce, loaderData);
  return new Response(compressPage(page, encoding, headers), { headers, status });
}

/** The loaders have ended before: Remix's stream of what they answered has nothing to wait for. */
async function encodedData({ serverHandoffStream }: EntryContext): Promise<string> {
  const reader = serverHandoffStream?.getReader();
  const decoder = new TextDecoder();
  let data = '';
  for (let part = await reader?.read(); part?.value; part = await reader?.read())
    data += decoder.decode(part.value, { stream: true });
  return data;
}

/** In one piece, as nothing is gained by parts. A light page has nothing that script would take over. */
function renderPage(
  url: string,
  context: EntryContext,
  nonce: string | undefined,
  loaderData: string,
): string {
  const light = nonce === undefined;
  const render = light ? renderToStaticMarkup : renderToString;
  const html = render(
    <LightPagesContext.Provider value={light}>
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId()}>
          <LoaderDataContext.Provider value={loaderData}>
            <DrawOnceContext.Provider value={drawOnce}>
              <RemixServer context={{ ...context, serverHandoffStream: undefined }} url={url} />
            </DrawOnceContext.Provider>
          </LoaderDataContext.Provider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>
    </LightPagesContext.Provider>,
  );
  return `<!DOCTYPE html>${html}`;
}

const drawn = new Map<string, string>();

/** As React draws it for the browser to take over; a light page may have that too. */
const drawOnce: DrawOnce = (name, part) => {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const html = renderToString(part);
  drawn.set(name, html);
  return html;
};

/** A page is drawn by its own routes; making a router of all hundred would cost a tenth of it. */
function onlyMatched(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const matched = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(matched.map((id) => [id, defined(manifest.routes[id])]));
  return { ...context, manifest: { ...manifest, routes } };
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
    { screen, error: error instanceof Error ? error.stack : toErrorText(error) },
    'a request failed',
  );
}
