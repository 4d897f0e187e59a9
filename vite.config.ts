import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import remixConfig from './remix.config.js';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Adds the commands (cli/) to the build of the Remix server, which has one entry by default. In one build, a module
 * that both use exists once.
 */
export const commands: Plugin = {
  name: 'commands',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: {
                index: 'virtual:remix/server-build',
                cli: 'cli/main.ts',
                'reading-thread': 'shared/db/reading-thread.ts',
                'sanitizing-thread': 'shared/rich-text/sanitizing-thread.ts',
              },
              // All in one folder, from which server/app.ts and the modules that start threads find their files.
              output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
            },
          },
        }
      : null,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), commands, tsconfigPaths()],
  // The packages of the browser. If the development server discovered them itself, it would follow the imports of
  // the routes to the server's packages as well.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-router',
      '@remix-run/react',
      '@conform-to/react',
      '@headlessui/react',
      '@mantine/core',
      '@mantine/hooks',
      '@tiptap/extension-table',
      '@tiptap/extension-text-align',
      '@tiptap/extension-text-style',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'clsx',
      'mantine-datatable',
    ],
  },
  server: { port: 3000, host: '127.0.0.1' },
  build: {
    // The code for browsers runs in those of the last six years.
    target: isSsrBuild ? 'node20' : 'es2020',
    cssTarget: ['chrome88', 'safari14', 'firefox84'],
    assetsInlineLimit: 0,
    // docs/decisions/0130-documented-framework.md
    minify: isSsrBuild ? false : 'terser',
    // Two passes save 0.5 kB of a list's script.
    terserOptions: { compress: { passes: 2 } },
    // Browsers without module preloading fetch modules when they need them.
    modulePreload: { polyfill: false },
    // Each page needs all of these packages, and most pages need all of these components. One chunk of each kind
    // compresses better than the chunks into which Rollup divides them (docs/decisions/0130-documented-framework.md).
    ...(!isSsrBuild && {
      rollupOptions: {
        output: {
          manualChunks: (id: string) => {
            if (
              /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|clsx)\/|vite\/preload-helper/.test(
                id,
              )
            )
              return 'framework';
            return /\/app\/components\/(icon|logo|light-pages|error-title|toast|use-on-demand|use-hydrated|use-may-write|use-synced-value|post-link|marked)\.tsx?$|\/shared\/(defined|list\/to-text)\.ts$/.test(
              id,
            )
              ? 'parts'
              : undefined;
          },
        },
      },
    }),
  },
  ssr: {
    // Bundles Mantine, so that a server loads only those of its hundred components that are used. Bundles
    // mantine-datatable too, so that both use the same copy of Mantine. The other packages are bundled because they
    // consist of hundreds of small files: a process that reads only the used ones in bundles starts a third sooner.
    noExternal: [
      'mantine-datatable',
      /^@mantine\//,
      /^@floating-ui\//,
      /^@conform-to\//,
      /^@zxcvbn-ts\//,
      'fastest-levenshtein',
      '@date-fns/tz',
      'date-fns',
      'hono',
      'kysely',
      'zod',
    ],
  },
}));
