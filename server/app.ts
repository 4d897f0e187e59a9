import path from 'node:path';
import { constants } from 'node:zlib';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express } from 'express';
import type { Config } from '../app/lib/server/config.server';
import { admit } from './admission';
import { applyBackpressure } from './backpressure';
import { drainRequest } from './drain-request';
import { serveFiles } from './files';
import { setTransportHeaders } from './headers';
import { observe } from './observe';
import { answerError, refuseForeignPost, refuseOtherMethods, refuseOtherTargets } from './refusals';
import { identify } from './request-id';
import { handleBySection } from './sections';
import { trackConnections } from './stop';

/**
 * The next lower quality saves a tenth of a millisecond for a page and sends a sixteenth more. The window holds a
 * page; the default one of 4 MB would take that memory for each answer under way.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
};

/** The whole panel as an Express app: files of the build, then Remix. */
export function makePanelApp(build: ServerBuild, config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  // Remix reads addresses itself.
  app.set('query parser', false);
  app.set('trust proxy', parseTrustedProxies(config));
  app.use(identify);
  app.use(drainRequest);
  app.use(observe(build));
  app.use(setTransportHeaders(config));
  app.use(refuseOtherMethods);
  app.use(refuseOtherTargets);
  app.use(serveFiles(path.join(import.meta.dirname, '../client')));
  app.use('/assets', (_request, _response, next) => next({ status: 404 }));
  app.use(compression({ brotli: { params: brotliParams } }));
  app.use(refuseForeignPost(config));
  app.use((request, response, next) => void admit(request, response, next).catch(next));
  app.all(
    '*',
    trackConnections(
      handleBySection(build, {
        // What the throttles count by, how a page is sent, and backpressure for exports.
        getLoadContext: (request, response) => ({
          clientAddress: request.ip,
          applyBackpressure: () => applyBackpressure(response),
        }),
      }),
    ),
  );
  app.use(answerError);
  return app;
}

/** The address that a proxy reports is believed from these only; the settings have been checked. */
function parseTrustedProxies({ TRUST_PROXY }: Config): number | string {
  return /^\d$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY;
}
