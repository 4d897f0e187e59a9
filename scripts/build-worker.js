import path from 'node:path';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

/**
 * Writes `import-worker.js`, the thread that reads imported files, into `folder`, where backend/import/worker-path.ts
 * finds it. Every import starts a thread: with its libraries in one file that takes a quarter of the processor time
 * that resolving their hundreds of files takes.
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
        // Comments of libraries for other bundlers.
        onwarn: (warning, warn) => warning.code === 'INVALID_ANNOTATION' || warn(warning),
        output: { entryFileNames: '[name].js', inlineDynamicImports: true },
      },
    },
  });
}
