/** Builds the HTTP server around the Remix build, so that nothing has to be compiled at each start. */
import path from 'node:path';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

/**
 * Writes `start.js` and its parts into the build folder itself, a step below the root as `server` is.
 *
 * @param {string} folder
 */
export async function buildServer(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [tsconfigPaths()],
    build: {
      ssr: path.join(import.meta.dirname, '../server/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'start.js', chunkFileNames: 'start-[name].js' } },
    },
  });
}
