import { defineConfig, devices } from '@playwright/test';
import { systemBrowser } from './scripts/browser.js';
import { everyCase } from './tests/support/full';

/** The path of the browser. `npm test` sets CHROMIUM_PATH. Otherwise it is a system browser, or Playwright's own. */
const executablePath = process.env.CHROMIUM_PATH ?? systemBrowser();

/**
 * The end-to-end suite. Tests in `*.script.spec.ts` run only with JavaScript, and those in `*.no-script.spec.ts` only
 * without it. All others run with it, and in `npm run test:full` also without it. In `npm test`, only the tasks of
 * users do: HTTP tests use every screen and form without script.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/support/start-panel.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // As in vitest.config.ts, these limits end only tests that would never finish.
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
      testMatch: everyCase ? /\.spec\.ts$/ : /(\.no-script|\/tasks)\.spec\.ts$/,
      testIgnore: /(?<!\.no-)script\.spec\.ts$/,
    },
  ],
});
