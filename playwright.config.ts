import { defineConfig, devices } from '@playwright/test';
import { systemBrowser } from './scripts/browser.js';

/** `npm test` sets CHROMIUM_PATH; without it Playwright's own browser is the last resort. */
const executablePath = process.env.CHROMIUM_PATH ?? systemBrowser();

/**
 * The end-to-end suite: every journey with JavaScript and without it. A `*.script.spec.ts` is about what
 * only script does, a `*.no-script.spec.ts` about what takes its place.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/support/start-panel.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // As in vitest.config.ts: these end only what will never be.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['dot'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    launchOptions: { executablePath },
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
  projects: [
    { name: 'javascript', testIgnore: /\.no-script\.spec\.ts$/ },
    {
      name: 'no-javascript',
      use: { javaScriptEnabled: false },
      testIgnore: /(?<!\.no-)script\.spec\.ts$/,
    },
  ],
});
