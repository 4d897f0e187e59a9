import path from 'node:path';
import { flatRoutes } from 'remix-flat-routes';
import { buildWorker } from './scripts/build-worker.js';
import { compressFiles } from './scripts/compress-files.js';

/**
 * The Remix options. vite.config.ts hands them to the Remix Vite plugin; the classic compiler, which
 * would read this file by itself, is not used.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  ignoredRouteFiles: ['**/*'],
  routes: (defineRoutes) =>
    flatRoutes('routes', defineRoutes, { ignoredRouteFiles: ['**/.*', '**/*.server.ts'] }),
  async buildEnd({ remixConfig: { buildDirectory } }) {
    compressFiles(path.join(buildDirectory, 'client'));
    await buildWorker(path.join(buildDirectory, 'server'));
  },
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
