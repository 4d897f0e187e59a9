/**
 * `npm test` installs and builds what is missing. Then it runs the type check, the linter, the Vitest suites
 * and the end-to-end suites. If PostgreSQL is installed or TEST_DATABASE_URL is set, it also runs some suites on
 * PostgreSQL. At the end, it prints how many tests passed, failed and were skipped. `npm run test:full` also runs the
 * cases and suites that `npm test` omits. The results stay in test-results/.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { ensureBrowser, ensureTextBrowser } from './browser.js';
import { ALL_SUITES, DAILY_SUITES, hasPostgres, runOnPostgres } from './postgres.js';
import { ensureBuilt, ensureInstalled, root } from './prepare.js';
import { runNode } from './run-node.js';

const RESULTS = path.join(root, 'test-results');
const files = Object.fromEntries(
  ['vitest', 'playwright', 'postgres'].map((suite) => [suite, path.join(RESULTS, `${suite}.json`)]),
);
const failedParts = [];
const durations = [];

const full = process.argv.includes('--full');
if (full) process.env.TEST_FULL = 'on';
ensureInstalled();
const CHROMIUM_PATH = await ensureBrowser();
ensureTextBrowser();
// The build uses one core for most of its time.
const typeCheck = startCheck(['tsc']);
const lint = startCheck(['biome', 'check', '--error-on-warnings', '.']);
ensureBuilt();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

await step('Type check, beside the build', () => typeCheck);
await step('Lint, beside the build', () => lint);
await step('Unit, property, route, contract and operations tests', () =>
  npx(['vitest', 'run', ...reporters(files.vitest)], {
    DATABASE_URL: '',
    TEST_DATABASE_URL: undefined,
  }),
);
await step('End-to-end tests', () =>
  npx(['playwright', 'test'], { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: files.playwright }),
);
const databaseUrl = process.env.TEST_DATABASE_URL;
if (databaseUrl || hasPostgres())
  await step('Tests on PostgreSQL', () =>
    runOnPostgres(databaseUrl, full ? ALL_SUITES : DAILY_SUITES, reporters(files.postgres)),
  );
else
  console.log(
    '\n── The tests on PostgreSQL did not run. Install PostgreSQL, or set TEST_DATABASE_URL to a server for tests.',
  );
const absent = Object.entries({ Rscript: 'R (r-base-core)', pspp: 'PSPP (pspp)' })
  .filter(([program]) => spawnSync(program, ['--version']).status !== 0)
  .map(([, name]) => name);
if (absent.length > 0)
  console.log(
    `\n── The tests that run the scripts of exports did not run in ${absent.join(' and ')}. Install them to run these tests.`,
  );

const counts = [
  readVitestCounts(files.vitest),
  readVitestCounts(files.postgres),
  readPlaywrightCounts(),
];
const [passed, failed, skipped] = [0, 1, 2].map((index) =>
  counts.reduce((sum, count) => sum + count[index], 0),
);
console.log(`\n${durations.join(', ')}`);
for (const name of failedParts) console.error(`Failed: ${name}`);
for (const failure of listFailures()) console.error(failure);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failedParts.length > 0 || failed > 0 || passed === 0 ? 1 : 0);

/** Runs one part, which returns its exit code, and prints its duration. */
async function step(name, part) {
  console.log(`\n── ${name}`);
  const start = Date.now();
  const status = await part().catch((error) => console.error(error));
  // A signal has asked to end.
  if (status > 128) process.exit(status);
  if (status !== 0) failedParts.push(name);
  durations.push(`${name}: ${Math.round((Date.now() - start) / 1000)} s`);
  console.log(`── ${durations.at(-1)}`);
}

/** Starts a command beside the build. Prints its output when it has ended, and returns its exit code. */
async function startCheck(command) {
  const child = spawn('npx', ['--no-install', ...command], { cwd: root });
  const status = new Promise((resolve) => child.once('close', resolve));
  const outputs = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(outputs.join(''));
  return status;
}

function npx([name, ...args], env = {}) {
  return runNode([path.join(root, 'node_modules/.bin', name), ...args], env);
}

function reporters(file) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
}

function readVitestCounts(file) {
  const result = readJson(file);
  return result
    ? [result.numPassedTests, result.numFailedTests, result.numPendingTests]
    : [0, 0, 0];
}

function readPlaywrightCounts() {
  const stats = readJson(files.playwright)?.stats;
  return stats ? [stats.expected + stats.flaky, stats.unexpected, stats.skipped] : [0, 0, 0];
}

/** Lists the failed tests, each with its file and the beginning of its first message. */
function listFailures() {
  const failures = [files.vitest, files.postgres].flatMap((file) =>
    (readJson(file)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => [
      ...(message ? [[name, 'the file as a whole', message]] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => [name, test.fullName, test.failureMessages[0]]),
    ]),
  );
  const browserFailures = (readJson(files.playwright)?.suites ?? [])
    .flatMap(listFailedSpecs)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      return [spec.file, spec.title, results.find(({ error }) => error)?.error.message];
    });
  return [...failures, ...browserFailures].map(
    ([file, title, message]) =>
      `✗ ${path.relative(root, path.resolve(root, file))}: ${title}\n    ${getBeginning(message)}`,
  );
}

/** Lists the failed tests of a suite of Playwright's report, and of the suites in it. */
function listFailedSpecs({ suites = [], specs = [] }) {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(listFailedSpecs)];
}

function getBeginning(message = '') {
  return message.split('\n').slice(0, 8).join('\n    ').slice(0, 1000);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
