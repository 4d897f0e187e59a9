import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    // Suites that start processes of their own want the two cores of a small machine, not more.
    maxWorkers: 2,
    minWorkers: 1,
    env: { DEBUG_PRINT_LIMIT: '0' },
    projects: [
      {
        extends: true,
        // Some start processes of their own.
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 30_000 },
      },
      {
        extends: true,
        // What only a server has; `npm run test:postgres` runs it, and the others once more.
        test: {
          name: 'postgres',
          include: process.env.TEST_DATABASE_URL ? ['tests/postgres/**/*.test.ts'] : [],
          globalSetup: ['tests/support/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'panel',
          include: ['tests/{routes,contract}/**/*.test.ts'],
          globalSetup: ['tests/support/build.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: ['tests/operations/**/*.test.ts'],
          globalSetup: ['tests/support/build.ts'],
          // They start, stop and kill panels, several in a test.
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
