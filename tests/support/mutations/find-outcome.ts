import path from 'node:path';
import { z } from 'zod';
import type { Mutation } from './mutations';

/** The part of a JSON report of Vitest that says what became of each test. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** A test, or a group of tests, by its file and its title in the source. */
export type NamedTest = Pick<Mutation, 'test' | 'title'>;

/** Matches the placeholders in titles of parametrized tests, which a run replaces by values. */
const PLACEHOLDER = /%(?:\.\d+)?[sdifjoOc#$%]|\$[\w.]+/;

/** Returns the pattern of the titles that a run reports for a title in the source, without its ends. */
export function buildPattern(title: string): string {
  return title
    .split(PLACEHOLDER)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*');
}

/**
 * Reads a report of Vitest from a folder. Returns the messages of all failures, and the function that looks up a test:
 * it failed if one of its cases failed, and passed if one passed and none failed.
 */
export function readReport(report: unknown, folder: string) {
  const { testResults } = reportSchema.parse(report);
  const messages = testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
  ]);
  const findOutcome = ({ test, title }: NamedTest) => {
    const pattern = new RegExp(`^${buildPattern(title)}$`);
    const statuses = testResults
      .filter(({ name }) => path.relative(folder, name) === test)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((one) => [...one.ancestorTitles, one.title].some((text) => pattern.test(text)))
      .map(({ status }) => status);
    if (statuses.includes('failed')) return 'failed';
    return statuses.includes('passed') ? 'passed' : 'did not run';
  };
  return { findOutcome, messages };
}
