import { randomBytes } from 'node:crypto';
import { createReadableStreamFromReadable, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './components/nonce';
import { RequestIdContext } from './components/request-reference';
import { dropNullBytes } from './lib/drop-null-bytes.server';
import { startPanel, stopPanel } from './lib/lifecycle.server';
import { log } from './lib/log.server';
import { pageHeaders } from './lib/page-headers.server';
import { requestId } from './lib/request-id.server';

const RENDER_LIMIT_MS = 15_000;

await startPanel();

/** For the server that runs this build: settles what is under way and closes the databases. */
export const stop = stopPanel;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
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
          clearTimeout(limit);
          const body = dropNullBytes();
          pageHeaders(headers, nonce, request);
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              headers,
              status: failed ? 500 : status,
            }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          log.error({ error: String(error) }, 'a page could not be rendered');
        },
      },
    );
    const limit = setTimeout(abort, RENDER_LIMIT_MS).unref();
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
