import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyCode } from '../support/mutations/copy-code';
import { mutations } from '../support/mutations/mutations';
import { runMutated, runTests } from '../support/mutations/run-copy';

describe('the mutations of the code', () => {
  let copy: ReturnType<typeof copyCode>;
  beforeAll(() => {
    copy = copyCode();
  });
  afterAll(() => copy.remove());

  it('are refused if the code does not have their text, so that no mutation is lost when code moves', async () => {
    const lost = { file: 'shared/defined.ts', before: 'a text that no file has', after: '' };
    const test = { test: 'tests/unit/values.test.ts', title: 'a number' };
    await expect(runMutated(copy.folder, { ...lost, ...test })).rejects.toThrow(
      'text of the mutation 0 times',
    );
  });

  it('belong to tests that pass without them', async () => {
    const { findOutcome, messages } = await runTests(copy.folder, mutations);
    expect(messages).toEqual([]);
    expect(mutations.filter((mutation) => findOutcome(mutation) !== 'passed')).toEqual([]);
  });

  it.each(mutations)('make the test of $requirement fail, in $file', async (mutation) => {
    const { outcome, messages } = await runMutated(copy.folder, mutation);
    expect(outcome).toBe('failed');
    // A mutation that cannot be compiled proves nothing, and neither does a test that was too slow.
    const noProof = /^(SyntaxError|ReferenceError)|Transform failed|timed out in/m;
    expect(messages.join('\n')).not.toMatch(noProof);
  });
});
