import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverRows } from '~/lib/detail/cover-rows';

it.each([
  [0, 200, 200],
  [199, 400, 200],
])('rows %i to %i have no common page of at most %i rows', (first, last, max) => {
  expect(coverRows(first, last, max)).toBeUndefined();
});

it('the first page and the row after it are covered by one page', () => {
  expect(coverRows(0, 10, 200)).toEqual({ page: 1, size: 11, offset: 0 });
});

it('every page of a list, with the rows beside it, is covered by one page', () => {
  const page = fc.integer({ min: 1, max: 20_000 });
  const size = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(page, size, (number, rows) => {
      const first = Math.max(0, (number - 1) * rows - 1);
      const last = number * rows;
      const cover = coverRows(first, last, 1_000);
      if (!cover) throw new Error('no page');
      expect(cover.offset).toBe((cover.page - 1) * cover.size);
      expect(cover.offset).toBeLessThanOrEqual(first);
      expect(cover.offset + cover.size).toBeGreaterThan(last);
    }),
    { numRuns: 2_000 },
  );
});
