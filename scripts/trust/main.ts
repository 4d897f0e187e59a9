/**
 * Writes docs/trust.md from the declared requirements and the recorded run of the tests (`npm run trust`). Reads
 * RESEARCHERS_MANAGE_USERS as the panel does, from the environment or from `.env`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { readSettings } from '../../shared/settings/read';
import { sessionShape } from '../../shared/settings/session-settings';
import { anchors } from './anchors';
import { type Facts, listTests } from './assess';
import { buildPage } from './build-page';
import { indexResults } from './find-outcome';
import { type RecordedRun, readRecordedRun } from './recorded-run';

const root = path.resolve(import.meta.dirname, '../..');
const page = path.join(root, 'docs/trust.md');
const { RESEARCHERS_MANAGE_USERS } = sessionShape;

if (existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'));
const run = readRecordedRun(path.join(root, 'test-results'));
if (!run) {
  console.error('There is no recorded run: run `npm test` or `npm run test:full` first.');
  process.exit(1);
}
const settings = readSettings(z.object({ RESEARCHERS_MANAGE_USERS }), process.env);
const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
const text = buildPage(anchors, {
  run: describeRun(run),
  notPassed: findNotPassed(run),
  boundary: !settings.RESEARCHERS_MANAGE_USERS,
});
writeFileSync(page, text);
console.log(`docs/trust.md ${text === before ? 'is unchanged' : 'was written'}.`);

function findNotPassed({ results }: RecordedRun): Facts['notPassed'] {
  const findOutcome = indexResults(results);
  const tests = listTests(anchors.flatMap(({ groups }) => groups));
  return new Map(
    tests.flatMap((test) => {
      const outcome = findOutcome(test);
      return outcome === 'passed' ? [] : [[test, outcome] as const];
    }),
  );
}

function describeRun({ started, commit, command, results }: RecordedRun): string {
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
  return `Commit: ${commit}. Command: ${command}. Start: ${started}. Results of tests: ${counts}.`;
}
