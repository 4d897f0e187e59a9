import { expect, it } from 'vitest';
import { markRuns } from '~/lib/core/list/mark-runs.server';

const mark = (authors: string[], right?: string) =>
  markRuns(
    authors.map((_, index) => ({ key: String(index), label: '', cells: [] })),
    authors.map((number) => ({ number })),
    right,
  ).map(({ side, continues }) => `${side}${continues ? ' continues' : ''}`);

it('neither joins nor places messages whose author is not known', () => {
  expect(mark(['', '', '+1'], '')).toEqual(['left', 'left', 'left']);
});

it('marks each message of the same author as the one before it', () => {
  expect(mark(['+1', '+1', '+2', '+1'])).toEqual(['left', 'left continues', 'left', 'left']);
});

it('places the messages of the second party on the right', () => {
  expect(mark(['+1', '+2', '+2'], '+2')).toEqual(['left', 'right', 'right continues']);
});
