import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from '../run';
import { buildPattern, type NamedTest, readReport } from './find-outcome';
import type { Mutation } from './mutations';

/** Runs tests in a copy of the code. Returns what `readReport` returns. */
export async function runTests(folder: string, tests: readonly NamedTest[]) {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const { stdout, stderr } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      ...['run', '--config', 'tests/support/mutations/vitest.config.ts', '--root', '.'],
      ...['--reporter=json', `--outputFile=${report}`],
      ...['-t', tests.map(({ title }) => buildPattern(title)).join('|')],
      ...new Set(tests.map(({ test }) => test)),
    ],
    { cwd: folder, env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME } },
  );
  if (!existsSync(report)) throw new Error(`The tests did not run: ${stdout}${stderr}`);
  return readReport(JSON.parse(readFileSync(report, 'utf8')), realpathSync(folder));
}

/**
 * Applies a mutation to a copy of the code, runs its test, and undoes the mutation. Throws an error if the text of the
 * mutation is not exactly once in its file.
 */
export async function runMutated(
  folder: string,
  { file, before, after, ...test }: Omit<Mutation, 'requirement'>,
) {
  const mutated = path.join(folder, file);
  const original = readFileSync(mutated, 'utf8');
  const parts = original.split(before);
  if (parts.length !== 2)
    throw new Error(`${file} has the text of the mutation ${parts.length - 1} times: ${before}`);
  writeFileSync(mutated, parts.join(after));
  try {
    const { findOutcome, messages } = await runTests(folder, [test]);
    return { outcome: findOutcome(test), messages };
  } finally {
    writeFileSync(mutated, original);
  }
}
