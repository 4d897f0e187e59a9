import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import { foreignPostMessage, isForeignPost } from '../app/lib/auth/foreign-post';

/**
 * `npm start`: serves the build. It takes remix-serve's place because that logs every address with its
 * query, and a filter may name a person (docs/decisions/0003-own-server.md).
 */
const root = path.resolve(import.meta.dirname, '..');
const STOP_LIMIT_MS = 10_000;
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
  const build = (await import(pathToFileURL(buildFile).href)) as ServerBuild;

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies());
  app.use(transportHeaders);
  app.use(compression());
  app.use(
    '/assets',
    express.static(path.join(root, 'build/client/assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
    }),
  );
  app.use(express.static(path.join(root, 'build/client'), { maxAge: '1h', index: false }));
  app.use(refuseForeignPost);
  app.all(
    '*',
    createRequestHandler({
      build,
      // What the throttles count by.
      getLoadContext: ({ ip }) => ({ clientAddress: ip }),
    }),
  );

  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  const server = app.listen(port, host, () => {
    const address = server.address();
    const actual = typeof address === 'object' && address ? address.port : port;
    console.log(`The panel is at http://${host === '127.0.0.1' ? 'localhost' : host}:${actual}`);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use: stop what uses it, or set PORT to another one.`
        : `The panel could not listen on ${host}:${port}: ${error.message}`,
    );
    process.exit(1);
  });

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

/** The address that a proxy reports is believed from these only; the settings have been checked. */
function trustedProxies(): number | string {
  const setting = process.env.TRUST_PROXY || 'loopback';
  return /^\d$/.test(setting) ? Number(setting) : setting;
}

/** What holds for every answer, files included. The headers of pages are app/lib/page-headers.server.ts. */
function transportHeaders(_request: Request, response: Response, next: NextFunction): void {
  if (process.env.PUBLIC_URL?.startsWith('https:'))
    response.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  response.set('Permissions-Policy', NO_DEVICES);
  response.set('Cross-Origin-Opener-Policy', 'same-origin');
  response.set('Cross-Origin-Resource-Policy', 'same-origin');
  next();
}

/** Before Remix, whose own check of the origin answers 500 and no sentence. */
function refuseForeignPost(request: Request, response: Response, next: NextFunction): void {
  const { PUBLIC_URL } = process.env;
  const foreign = isForeignPost({
    method: request.method,
    origin: request.get('origin'),
    site: request.get('sec-fetch-site'),
    hosts: [request.get('host') ?? '', ...(PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [])],
  });
  if (foreign) response.status(403).type('text').send(foreignPostMessage);
  else next();
}
