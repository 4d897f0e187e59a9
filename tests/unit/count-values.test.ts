import { makeValueCounter } from 'shared/list/count-values';
import { describe, expect, it } from 'vitest';

const kinds = { answer: 'text', status: 'choice' } as const;

/** Returns the counted values of a field in rows that have these values. */
function countValues(values: readonly unknown[], field: 'answer' | 'status' = 'answer') {
  const counter = makeValueCounter([field], kinds);
  for (const value of values) counter.addRows([{ [field]: value }]);
  return counter.finish();
}

const listNumbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `value ${index}`);

describe('the values of a field', () => {
  it.each([
    ['there are more than 30', listNumbered(31)],
    ['a value is too long for a filter', ['a', 'x'.repeat(201)]],
    ['a value has several lines, as free text has', ['a', 'b\nc']],
    ['a value contains a NUL', ['a', 'b\0']],
  ])('are not offered if %s', (_what, values) => {
    expect(countValues(values)).toEqual([]);
  });

  it('are not counted further after there are too many', () => {
    const counter = makeValueCounter(['answer', 'status'], kinds);
    counter.addRows(listNumbered(31).map((answer) => ({ answer, status: 'Active' })));
    expect(counter.listOpen()).toEqual(['status']);
  });

  it('are offered with their counts if there are up to 30', () => {
    expect(countValues(listNumbered(30))[0]?.values).toHaveLength(30);
    expect(countValues(['Yes', 'No', 'Yes', '', null, undefined, ' ', 'Yes '])).toEqual([
      {
        field: 'answer',
        values: [
          { value: 'No', count: 1 },
          { value: 'Yes', count: 2 },
          { value: 'Yes ', count: 1 },
        ],
        empty: 3,
      },
    ]);
  });

  it('are counted together, in the most frequent spelling, if they are texts that differ only in case', () => {
    expect(countValues(['YES', 'yes', 'Yes', 'yes'])[0]?.values).toEqual([
      { value: 'yes', count: 4 },
    ]);
    expect(countValues(['A', 'a'], 'status')[0]?.values).toHaveLength(2);
  });

  it('can be added with the number of their rows', () => {
    const counter = makeValueCounter(['answer'], kinds);
    counter.add('answer', 'Yes', 20);
    counter.add('answer', 'yes', 3);
    counter.add('answer', null, 4);
    counter.add('other', 'Yes', 1);
    const values = [{ value: 'Yes', count: 23 }];
    expect(counter.finish()).toEqual([{ field: 'answer', values, empty: 4 }]);
  });

  it('are none if there are no rows', () => {
    expect(countValues([])).toEqual([{ field: 'answer', values: [], empty: 0 }]);
  });
});
