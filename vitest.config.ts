import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { everyCase } from './tests/support/full';
import { TEST_KEY } from './tests/support/keys';

/** Suites of tests/unit that start processes of their own, which takes seconds each. */
const PROCESSES = ['import-command', 'key-backup', 'key-rotate', 'main', 'migrations-together'].map(
  (name) => `tests/unit/backend/${name}.test.ts`,
);

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    // Tests of a running panel wait most of the time: two of them use a fifth of two cores.
    maxWorkers: 4,
    minWorkers: 1,
    env: {
      DEBUG_PRINT_LIMIT: '0',
      // For the commands that tests run, as tests/support/panel.ts has it for panels.
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
    },
    // Whatever waits, waits for a condition. These end only what will never be, also on a machine whose
    // every core has a dozen others to serve.
    testTimeout: everyCase ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        // Without a build, a browser or another process: `npm run test:fast`.
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: PROCESSES },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: PROCESSES,
          globalSetup: ['tests/support/build.ts'],
        },
      },
      {
        extends: true,
        // What only a server has; `npm run test:postgres` runs it, and the others once more.
        test: {
          name: 'postgres',
          include: process.env.TEST_DATABASE_URL ? ['tests/postgres/**/*.test.ts'] : [],
          globalSetup: ['tests/support/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'panel',
          include: ['tests/{routes,contract}/**/*.test.ts'],
          globalSetup: ['tests/support/build.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: ['tests/operations/**/*.test.ts'],
          exclude: everyCase ? [] : ['tests/operations/**/*.full.test.ts'],
          globalSetup: ['tests/support/build.ts'],
        },
      },
    ],
  },
});
