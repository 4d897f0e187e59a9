import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express } from 'express';
import { brotliParams } from '../app/lib/compress-page.server';
import type { Config } from '../app/lib/config.server';
import { admit } from './admission';
import { drainRequest } from './drain-request';
import { serveFiles } from './files';
import { transportHeaders } from './headers';
import { observe } from './observe';
import { clientReady } from './pace';
import { answerFault, refuseForeignPost, refuseOtherMethods, refuseOtherTargets } from './refusals';
import { identify } from './request-id';
import { handleBySection } from './sections';
import { holding } from './stop';

/** In the order in which they are best. */
const encodings = ['br', 'gzip'] as const;

/** The whole panel as an Express app: files of the build, then Remix. */
export function panelApp(build: ServerBuild, config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  // Remix reads addresses itself.
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies(config));
  app.use(identify);
  app.use(drainRequest);
  app.use(observe(build));
  app.use(transportHeaders(config));
  app.use(refuseOtherMethods);
  app.use(refuseOtherTargets);
  app.use(serveFiles(path.join(import.meta.dirname, '../client')));
  app.use('/assets', (_request, _response, next) => next({ status: 404 }));
  // Of what is no page: a page comes compressed (app/lib/compress-page.server.ts).
  app.use(compression({ brotli: { params: brotliParams } }));
  app.use(refuseForeignPost(config));
  app.use((request, response, next) => void admit(request, response, next).catch(next));
  app.all(
    '*',
    holding(
      handleBySection(build, {
        // What the throttles count by, how a page is sent, and what paces an export.
        getLoadContext: (request, response) => ({
          clientAddress: request.ip,
          encoding: encodings.find((encoding) => request.acceptsEncodings(encoding)),
          clientReady: () => clientReady(response),
        }),
      }),
    ),
  );
  app.use(answerFault);
  return app;
}

/** The address that a proxy reports is believed from these only; the settings have been checked. */
function trustedProxies({ TRUST_PROXY }: Config): number | string {
  return /^\d$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY;
}
