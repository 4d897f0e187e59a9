import { constants } from 'node:zlib';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express } from 'express';
import type { Config } from '../app/lib/config.server';
import { serveFiles } from './files';
import { transportHeaders } from './headers';
import { observe } from './observe';
import { clientReady } from './pace';
import { answerFault, refuseForeignPost, refuseOtherMethods } from './refusals';
import { identify } from './request-id';
import { root } from './root';
import { holdAnswers, holding } from './stop';

/**
 * The next lower quality saves a third of a millisecond and sends a twelfth more. The window holds a
 * page; the preset one of 4 MB would take that memory for each answer under way.
 */
const PAGE_BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
};

/** The whole panel as an Express app: files of the build, then Remix. */
export function panelApp(build: ServerBuild, config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies(config));
  app.use(identify);
  app.use(observe(build));
  app.use(holdAnswers);
  app.use(transportHeaders(config));
  app.use(refuseOtherMethods);
  app.use(serveFiles(root));
  app.use('/assets', (_request, _response, next) => next({ status: 404 }));
  app.use(compression({ brotli: { params: PAGE_BROTLI } }));
  app.use(refuseForeignPost(config));
  app.all(
    '*',
    holding(
      createRequestHandler({
        build,
        // What the throttles count by.
        getLoadContext: ({ ip }, response) => ({
          clientAddress: ip,
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
