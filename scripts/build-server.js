/** Builds the HTTP server around the Remix build, so that nothing has to be compiled at each start. */
import path from 'node:path';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

const root = path.join(import.meta.dirname, '..');

/**
 * Writes `start.js` with its parts, and `import-worker.js`, into the build folder itself, a step below the root
 * as `server` is.
 *
 * @param {string} folder
 */
export async function buildServer(folder) {
  await buildProgram(folder, { start: path.join(root, 'cli/start.ts') });
  // backend/import/worker-place.ts finds it there. Each import starts it: with its libraries in one file that
  // takes a quarter of the processor time that resolving their hundreds of files takes.
  await buildProgram(
    folder,
    { 'import-worker': path.join(root, 'backend/import/worker.ts') },
    { noExternal: true, external: ['better-sqlite3', 'pg'] },
  );
}

/**
 * @param {string} folder
 * @param {Record<string, string>} input
 * @param {import('vite').SSROptions} [ssr]
 */
async function buildProgram(folder, input, ssr) {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [tsconfigPaths()],
    ssr,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rollupOptions: {
        input,
        // Comments of libraries for other bundlers.
        onwarn: (warning, warn) => warning.code === 'INVALID_ANNOTATION' || warn(warning),
        output: { entryFileNames: '[name].js', chunkFileNames: 'start-[name].js' },
      },
    },
  });
}
