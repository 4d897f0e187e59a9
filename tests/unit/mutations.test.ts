import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listTitles } from '../support/list-titles';
import { buildPattern, readReport } from '../support/mutations/find-outcome';
import { mutations } from '../support/mutations/mutations';

describe('the mutations of the code', () => {
  it('are forty, each of a text that is once in its file, and each changes it', () => {
    expect(mutations.length).toBe(40);
    const wrong = mutations.filter(
      ({ file, before, after }) =>
        before === after ||
        !existsSync(file) ||
        readFileSync(file, 'utf8').split(before).length !== 2,
    );
    expect(wrong).toEqual([]);
  });

  it('name tests that exist, in folders whose tests need no built panel', () => {
    const missing = mutations.filter(
      ({ test, title }) =>
        !/^tests\/(unit|loaders|integration)\//.test(test) || !listTitles(test).includes(title),
    );
    expect(missing).toEqual([]);
  });
});

describe('the outcome of a test', () => {
  const file = 'tests/unit/values.test.ts';
  const named = { test: file, title: '%j is not a number' };
  const result = (title: string, status: string) => ({
    ancestorTitles: ['a number'],
    title,
    status,
  });
  const passed = result('"a" is not a number', 'passed');
  const failed = { ...result('null is not a number', 'failed'), failureMessages: ['It is.'] };
  const skipped = result('"a" is not a number', 'pending');
  const read = (...assertionResults: (typeof passed)[]) =>
    readReport({ testResults: [{ name: `/copy/${file}`, assertionResults }] }, '/copy');

  it('is a failure if one case failed, and needs a case that passed', () => {
    expect(read(passed).findOutcome(named)).toBe('passed');
    expect(read(passed, failed).findOutcome(named)).toBe('failed');
    expect(read(skipped).findOutcome(named)).toBe('did not run');
    expect(read(passed).findOutcome({ ...named, test: 'tests/unit/other.test.ts' })).toBe(
      'did not run',
    );
    expect(read(passed).findOutcome({ ...named, title: 'a number' })).toBe('passed');
  });

  it('comes with the messages of all failures', () => {
    expect(read(passed, failed).messages).toEqual(['It is.']);
    expect(() => readReport({ tests: [] }, '/copy')).toThrow();
  });

  it.each([
    ['%s becomes %s', '<b> becomes <strong>', true],
    ['%s becomes %s', 'stays the same', false],
    ['the loader of $name leads home', 'the loader of lock.ts leads home', true],
    ['is (not) shown.', 'is (not) shown.', true],
    ['is (not) shown.', 'is not shown!', false],
  ])('is that of “%s” for “%s”: %s', (title, reported, matches) => {
    expect(new RegExp(`^${buildPattern(title)}$`).test(reported)).toBe(matches);
  });
});
