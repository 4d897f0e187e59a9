import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { TEST_KEY } from '../keys';

/**
 * Runs one test of the copy of the code that `copy-code.ts` makes, in one process. Unlike vitest.config.ts, does not
 * build the thread of imports first, which would take longer than most tests.
 */
export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/{unit,loaders,integration}/**/*.test.ts'],
    globalSetup: ['tests/support/data-folder.ts'],
    setupFiles: ['tests/support/process-data.ts'],
    pool: 'forks',
    poolOptions: { forks: { singleFork: true, isolate: false } },
    env: {
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
      OVERVIEW_SECONDS: '0',
      LOG_LEVEL: 'silent',
    },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
