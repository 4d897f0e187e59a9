import path from 'node:path';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

/**
 * Writes `import-worker.js`, the thread that reads imported files, to `folder`, where
 * backend/import/worker-path.ts finds it. Every import starts such a thread. With all libraries in one file,
 * the start takes a quarter of the processor time that it takes to resolve their hundreds of files.
 *
 * @param {string} folder
 */
export function buildWorker(folder) {
  return build({
    configFile: false,
    logLevel: 'warn',
    plugins: [tsconfigPaths()],
    ssr: { noExternal: true, external: ['pg'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rollupOptions: {
        input: {
          'import-worker': path.join(import.meta.dirname, '../backend/import/worker.ts'),
        },
        // Ignores the comments in libraries that are meant for other bundlers.
        onwarn: (warning, warn) => warning.code === 'INVALID_ANNOTATION' || warn(warning),
        output: { entryFileNames: '[name].js', inlineDynamicImports: true },
      },
    },
  });
}
