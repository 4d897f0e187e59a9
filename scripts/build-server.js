/** Builds the HTTP server around the Remix build, so that nothing has to be compiled at each start. */
import path from 'node:path';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

/**
 * Writes `start.js`, the program of the import worker and their parts into the build folder itself, a step below the root as `server` is.
 *
 * @param {string} folder
 */
export async function buildServer(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [tsconfigPaths()],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rollupOptions: {
        input: {
          start: path.join(import.meta.dirname, '../server/main.ts'),
          // Found there by backend/import/worker-place.ts.
          'import-worker': path.join(import.meta.dirname, '../backend/import/worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'start-[name].js' },
      },
    },
  });
}
