import { existsSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { foreignPostMessage, isForeignPost } from '../app/lib/auth/foreign-post';
import type { Config } from '../app/lib/config.server';
import { serveFiles } from './files';

/**
 * `npm start`: serves the build. It takes remix-serve's place because that logs every address with its
 * query, and a filter may name a person (docs/decisions/0003-own-server.md).
 */
const root = path.resolve(import.meta.dirname, '..');
const STOP_LIMIT_MS = 10_000;
/** Brotli's: a third of a millisecond more than its next lower level, for a twelfth less to send. */
const PAGE_QUALITY = 5;
const NO_DEVICES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'serial',
  'bluetooth',
  'midi',
  'publickey-credentials-get',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ||= 'production';
  await serve();
} catch (error) {
  // One sentence a fault; a stack trace helps nobody who has set a wrong port.
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

async function serve(): Promise<void> {
  const buildFile = path.join(root, 'build/server/index.js');
  if (!existsSync(buildFile)) throw new Error('There is no build yet: run `npm run build` first.');
  // A fault in the settings is told before a port is taken or a data folder opened.
  const { config } = await import('../app/lib/config.server');

  let handle: RequestListener = answerStarting;
  const server = createServer((request, response) => handle(request, response));
  const port = await listen(server, config.PORT, config.HOST);
  // With PORT=0 the system has chosen one; the links that the panel prints name it.
  process.env.PORT = String(port);

  const build = (await import(pathToFileURL(buildFile).href)) as ServerBuild;
  handle = panelApp(build, config);
  console.log(
    `The panel is at http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`,
  );

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      server.close(async () => {
        await (build.entry.module as { stop?: () => Promise<void> }).stop?.();
        process.exit(0);
      });
      server.closeIdleConnections();
    });
  }
}

function panelApp(build: ServerBuild, config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies(config));
  app.use(transportHeaders(config));
  app.use(refuseOtherMethods);
  app.use(serveFiles(root));
  app.use('/assets', (_request, _response, next) => next({ status: 404 }));
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } } }));
  app.use(refuseForeignPost(config));
  app.all(
    '*',
    createRequestHandler({
      build,
      // What the throttles count by.
      getLoadContext: ({ ip }) => ({ clientAddress: ip }),
    }),
  );
  app.use(answerFault);
  return app;
}

/** Listens and tells the port, which the system chooses for 0. Throws one sentence. */
function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: stop what uses it, or set PORT to another one.`
            : `The panel could not listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Until the databases are open. */
function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
  response.end('The panel is starting.\n');
}

/** A page is read by GET and a form is sent by POST; Remix answers some of the others with a 500. */
function refuseOtherMethods(request: Request, response: Response, next: NextFunction): void {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) next();
  else response.status(405).set('Allow', 'GET, HEAD, POST').end();
}

/** What never reached Remix, such as an address that cannot be decoded: no stack trace, no framework's page. */
function answerFault(
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

/** The address that a proxy reports is believed from these only; the settings have been checked. */
function trustedProxies({ TRUST_PROXY }: Config): number | string {
  return /^\d$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY;
}

/** What holds for every answer, files included. The headers of pages are app/lib/page-headers.server.ts. */
function transportHeaders({ PUBLIC_URL }: Config): RequestHandler {
  return (_request, response, next) => {
    if (PUBLIC_URL?.startsWith('https:'))
      response.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    response.set('Permissions-Policy', NO_DEVICES);
    response.set('Cross-Origin-Opener-Policy', 'same-origin');
    response.set('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  };
}

/** Before Remix, whose own check of the origin answers 500 and no sentence. */
function refuseForeignPost({ PUBLIC_URL }: Config): RequestHandler {
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
