import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { buildPattern, indexResults, splitTest } from '../../../scripts/trust/find-outcome';
import type { ListedMutation } from '../../../scripts/trust/list-mutations';
import { readResults } from '../../../scripts/trust/recorded-run';
import { run } from '../run';

const messagesSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(z.object({ failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
});

/** Returns the function that looks up the outcome of a test, and the messages of all failures. */
export async function runTests(folder: string, tests: readonly string[]) {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const names = tests.map(splitTest);
  const patterns = names.map(({ title }) => buildPattern(title).source.replace(/^\^|\$$/g, ''));
  const { stdout, stderr } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      ...['run', '--config', 'tests/support/mutations/vitest.config.ts', '--root', '.'],
      ...['--reporter=json', `--outputFile=${report}`],
      ...['-t', patterns.join('|')],
      ...new Set(names.map(({ file }) => file)),
    ],
    { cwd: folder, env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME } },
  );
  if (!existsSync(report)) throw new Error(`The tests did not run: ${stdout}${stderr}`);
  const content: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const messages = messagesSchema
    .parse(content)
    .testResults.flatMap(({ message, assertionResults }) => [
      ...(message ? [message] : []),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
    ]);
  return { findOutcome: indexResults(readResults(content)), messages };
}

/**
 * Applies a mutation to a copy of the code, runs its test, and undoes the mutation. Throws an error if the text of the
 * mutation is not exactly once in its file.
 */
export async function runMutated(
  folder: string,
  { file, before, after, test }: Pick<ListedMutation, 'file' | 'before' | 'after' | 'test'>,
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
