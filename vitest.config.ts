import path from 'node:path';
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { everyCase } from './tests/support/full';
import { TEST_KEY } from './tests/support/keys';

/**
 * The suites that need a process of their own, because a process reads its settings and loads the built server only
 * once. There are fewer of them than workers, so each gets its own.
 */
const ownProcess = [
  'tests/integration/derived-fields.test.ts',
  'tests/integration/given-ids.test.ts',
  'tests/routes/guards.test.ts',
  'tests/routes/sections.test.ts',
];

/**
 * The integration tests of what PostgreSQL does not have: a folder of databases, and work in the process of the panel,
 * whose processor time is measured.
 */
const sqliteOnly = [
  'tests/integration/backend/data-folder.test.ts',
  'tests/integration/backend/full-disk.test.ts',
  'tests/integration/backend/import-cost.test.ts',
  'tests/integration/conversion.test.ts',
];

/** The files that only `npm run test:full` runs. */
const fullOnly = everyCase ? [] : ['**/*.full.test.ts'];

const builtWorkerPath = path.resolve(import.meta.dirname, 'tests/support/built-worker-path.ts');

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    // Tests of a running panel spend much time waiting for it. On two cores, four workers use two thirds of the
    // processor time, and six use all of it.
    maxWorkers: 6,
    // With fewer, the pool (tinypool 1.1) ends an idle process twice, which fails the run.
    minWorkers: 6,
    // Files of a project share processes, and load common modules once in each. Only this place has an effect: Vitest
    // 3.2 starts a new process for each file of all projects otherwise. The projects run one after the other.
    poolOptions: { forks: { isolate: false } },
    env: {
      DEBUG_PRINT_LIMIT: '0',
      // For the commands that tests run. tests/support/panel.ts sets the same values for panels.
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
      OVERVIEW_SECONDS: '0',
    },
    // React's development build warns at each server rendering of conform's and Remix's hooks.
    onConsoleLog: (text) => !/useLayoutEffect does nothing|Future Flag Warning/.test(text),
    // Tests wait for conditions. These limits end only tests whose condition is never met, even on a machine on
    // which a dozen other processes share each core.
    testTimeout: everyCase ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        // Tests that need no build, browser or other process. `npm run test:unit` runs them, and must end within 30 s.
        test: {
          name: 'unit',
          include: ['tests/{unit,components,loaders}/**/*.test.{ts,tsx}'],
          // A check of the user would end the sessions of tests that take long, because the host has no such user.
          env: { LOG_LEVEL: 'silent', SESSION_RECHECK_SECONDS: '3600' },
          globalSetup: ['tests/support/data-folder.ts'],
          setupFiles: ['tests/support/process-data.ts'],
        },
      },
      {
        extends: true,
        // The embedded host with databases and folders of its own, in the test's process.
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...ownProcess, ...(process.env.TEST_DATABASE_URL ? sqliteOnly : [])],
          globalSetup: ['tests/support/data-folder.ts', 'tests/support/import-worker.ts'],
          setupFiles: ['tests/support/process-data.ts'],
          alias: [{ find: /^\.\/worker-path$/, replacement: builtWorkerPath }],
        },
      },
      {
        extends: true,
        // Tests of features that only PostgreSQL has. `npm run test:postgres` runs them, and runs other tests again.
        test: {
          name: 'postgres',
          include: process.env.TEST_DATABASE_URL ? ['tests/postgres/**/*.test.ts'] : [],
          exclude: fullOnly,
          globalSetup: ['tests/support/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'panel',
          include: ['tests/{routes,contract,operations}/**/*.test.ts'],
          exclude: [...ownProcess, ...fullOnly],
          globalSetup: ['tests/support/build.ts', 'tests/support/shared-panels.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'own-process', include: ownProcess, globalSetup: ['tests/support/build.ts'] },
      },
    ],
  },
});
