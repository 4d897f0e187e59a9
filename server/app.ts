import type { RequestListener } from 'node:http';
import path from 'node:path';
import { constants } from 'node:zlib';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express } from 'express';
import type { Config } from '../app/lib/core/server/config.server';
import { admit } from './admission';
import { applyBackpressure } from './backpressure';
import { serveStaticFiles } from './files';
import { setDefaultHeaders, setTransportHeaders } from './headers';
import { logRequests } from './observe';
import {
  answerError,
  isPath,
  refuseFormerProtocol,
  refuseLongTargets,
  refuseOtherHosts,
  refuseOtherMethods,
  refuseOtherTargets,
  rejectForeignPosts,
} from './refusals';
import { refuseOtherBuilds } from './refuse-other-builds';
import { identify } from './request-id';
import { handleBySection } from './sections';
import { trackHandler } from './stop';

/**
 * The parameters of Brotli. The next lower quality would save 0.1 ms per page, but send one sixteenth more. The
 * window is large enough for a page; with the default window, each running response would need 4 MB of memory.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
};

/**
 * Returns the handler of all requests to the panel: an Express app that serves the files of the build and passes other
 * requests to Remix.
 */
export function makePanelApp(build: ServerBuild, config: Config): RequestListener {
  const app = createApp(build, config);
  return (request, response) => {
    const isAboutServer = request.method === 'OPTIONS' && request.url === '*';
    if (isPath(request.url) || isAboutServer) app(request, response);
    else refuseOtherTargets(response);
  };
}

function createApp(build: ServerBuild, config: Config): Express {
  const app = express();
  app.disable('x-powered-by');
  // Remix parses queries itself.
  app.set('query parser', false);
  app.set('trust proxy', parseTrustedProxies(config));
  app.use(identify);
  app.use(logRequests(build));
  app.use(setTransportHeaders(config));
  app.use(setDefaultHeaders);
  app.use(refuseOtherMethods);
  app.use(refuseOtherHosts);
  app.use(refuseLongTargets);
  app.use(refuseFormerProtocol);
  app.use(serveStaticFiles(path.join(import.meta.dirname, '../client')));
  app.use('/assets', (_request, _response, next) => next({ status: 404 }));
  app.use(compression({ brotli: { params: brotliParams } }));
  app.use(rejectForeignPosts(config));
  app.use(refuseOtherBuilds(build));
  app.use((request, response, next) => void admit(request, response, next).catch(next));
  app.all(
    '*',
    trackHandler(
      handleBySection(build, {
        // Throttles count by `clientAddress`. Exports await `applyBackpressure`, which waits until the client has
        // received what was sent.
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

/**
 * Returns the value of Express's `trust proxy`: the proxies that may report the client's address.
 */
function parseTrustedProxies({ TRUST_PROXY }: Config): number | string {
  return /^\d$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY;
}
