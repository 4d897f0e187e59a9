/**
 * `npm test`: everything a stranger needs to believe the README. Installs and builds what is missing,
 * then type check, lint, the Vitest suites and the end-to-end suites; ends with the count of all tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ensureBrowser, ensureTextBrowser } from './browser.js';
import { ensureBuilt, ensureInstalled, root } from './prepare.js';

const RESULTS = path.join(root, 'test-results');

ensureInstalled();
const CHROMIUM_PATH = await ensureBrowser();
ensureTextBrowser();
ensureBuilt();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const vitestFile = path.join(RESULTS, 'vitest.json');
const playwrightFile = path.join(RESULTS, 'playwright.json');
const faults = [];

step('Type check', ['tsc']);
step('Lint', ['biome', 'check', '--error-on-warnings', '.']);
step('Unit, property, route and contract tests', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
]);
step('End-to-end tests', ['playwright', 'test'], {
  CHROMIUM_PATH,
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
});

const vitest = readJson(vitestFile) ?? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
const { stats } = readJson(playwrightFile) ?? {
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
};
const passed = vitest.numPassedTests + stats.expected + stats.flaky;
const failed = vitest.numFailedTests + stats.unexpected;
const skipped = vitest.numPendingTests + stats.skipped;
for (const fault of faults) console.error(`Failed: ${fault}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(faults.length > 0 || failed > 0 || passed === 0 ? 1 : 0);

function step(name, command, env = {}) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync('npx', ['--no-install', ...command], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) faults.push(name);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
