import { listSearchParams, parseListQuery } from 'shared/list/grammar';
import { describe, expect, it } from 'vitest';

describe('a limit of a filter for numbers', () => {
  it.each(['-999999999999999.999999', '999999999999999.999999', '-0', '0.000001', '007.500'])(
    'of %s is written as the list reads it again',
    (value) => {
      const fields = { duration: 'number' } as const;
      const first = parseListQuery(new URLSearchParams({ 'duration.min': value }), fields);
      const second = parseListQuery(listSearchParams(first.query), fields);
      expect(second.query).toEqual(first.query);
      expect(second.dropped).toEqual([]);
    },
  );
});
