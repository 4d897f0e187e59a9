import { expect, it } from 'vitest';
import { findLongSubjects } from '../../scripts/check-subjects';

it('finds subjects of commits with more than 72 characters', () => {
  const log = [
    `a1b2c3d ${'x'.repeat(72)}`,
    `b2c3d4e ${'x'.repeat(73)}`,
    `c3d4e5f ${'é😀'.repeat(36)}`,
    'd4e5f6a Short',
  ];
  expect(findLongSubjects(log.join('\n'))).toEqual([log[1]]);
  expect(findLongSubjects('')).toEqual([]);
});
