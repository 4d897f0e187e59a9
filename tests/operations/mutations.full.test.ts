import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchors } from '../../scripts/trust/anchors';
import { listMutations } from '../../scripts/trust/list-mutations';
import { copyCode } from '../support/mutations/copy-code';
import { runMutated, runTests } from '../support/mutations/run-copy';

const mutations = listMutations(anchors.flatMap(({ groups }) => groups));
const tests = [...new Set(mutations.map(({ test }) => test))];

describe('the mutations that docs/trust.md lists', () => {
  let copy: ReturnType<typeof copyCode>;
  beforeAll(() => {
    copy = copyCode();
  });
  afterAll(() => copy.remove());

  it('are refused if the code does not have their text, so that no mutation is lost when code moves', async () => {
    const [test = ''] = tests;
    const lost = { file: 'shared/defined.ts', before: 'a text that no file has', after: '', test };
    await expect(runMutated(copy.folder, lost)).rejects.toThrow('text of the mutation 0 times');
  });

  it('belong to tests that pass without them', async () => {
    const { findOutcome, messages } = await runTests(copy.folder, tests);
    expect(messages).toEqual([]);
    expect(tests.filter((test) => findOutcome(test) !== 'passed')).toEqual([]);
  });

  it.each(mutations)('make the test of $number fail, in $file', async (mutation) => {
    const { outcome, messages } = await runMutated(copy.folder, mutation);
    expect(outcome).toBe('failed');
    // A mutation that cannot be compiled proves nothing, and neither does a test that was too slow.
    const noProof = /^(SyntaxError|ReferenceError)|Transform failed|timed out in/m;
    expect(messages.join('\n')).not.toMatch(noProof);
  });
});
