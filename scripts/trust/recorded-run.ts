import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The result of one test: its file, its title, and the titles of the groups that it is in. */
export interface Result {
  file: string;
  titles: readonly string[];
  status: 'passed' | 'failed' | 'skipped';
}

export interface RecordedRun {
  started: string;
  commit: string;
  /** The command that ran the tests. */
  command: string;
  results: readonly Result[];
}

/** The part of `test-results/run.json` that `scripts/test.js` writes when a run starts. */
const runFile = z.object({ started: z.string(), commit: z.string(), command: z.string() });

const vitestFile = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string() })),
});
interface PlaywrightSuite {
  title: string;
  specs?: z.infer<typeof playwrightSpec>[];
  suites?: PlaywrightSuite[];
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(playwrightSpec).optional(),
    suites: z.array(playwrightSuite).optional(),
  }),
);
const playwrightFile = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
});

const STATUSES: Readonly<Record<string, Result['status']>> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'passed',
  failed: 'failed',
  unexpected: 'failed',
};

/** Reads the recorded run in a folder. Returns undefined if there is none. */
export function readRecordedRun(folder: string): RecordedRun | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'run.json')
    .sort();
  if (names.length === 0) return undefined;
  const results = names.flatMap((name) => readResults(readJson(path.join(folder, name))));
  return { ...readRun(path.join(folder, 'run.json')), results };
}

function readRun(file: string) {
  if (existsSync(file)) return runFile.parse(readJson(file));
  return { started: 'an unknown time', commit: 'unknown', command: 'an unknown command' };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads the results of a report of Vitest or of Playwright. */
export function readResults(report: unknown): Result[] {
  const vitest = vitestFile.safeParse(report);
  if (vitest.success)
    return vitest.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: findTestPath(name),
        titles: [...ancestorTitles, title],
        status: STATUSES[status] ?? 'skipped',
      })),
    );
  const { config, suites } = playwrightFile.parse(report);
  return suites.flatMap((suite) => readSuite(suite, [], config.rootDir));
}

function readSuite(
  { title, specs = [], suites = [] }: PlaywrightSuite,
  above: string[],
  root: string,
): Result[] {
  const titles = [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status }) => ({
        file: findTestPath(path.join(root, spec.file)),
        titles: [...titles, spec.title],
        status: STATUSES[status] ?? 'skipped',
      })),
    ),
    ...suites.flatMap((suite) => readSuite(suite, titles, root)),
  ];
}

/** Returns the path of a test file from the folder `tests`, because reports have absolute paths. */
function findTestPath(file: string): string {
  return file.slice(file.lastIndexOf('/tests/') + 1);
}
