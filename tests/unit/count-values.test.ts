import { makeValueCounter } from 'shared/list/count-values';
import { describe, expect, it } from 'vitest';

const kinds = { answer: 'text', status: 'choice' } as const;

/** Returns the values of a field in rows with these values. */
function valuesOf(values: readonly unknown[], field: 'answer' | 'status' = 'answer') {
  const counter = makeValueCounter([field], kinds);
  for (const value of values) counter.addRows([{ [field]: value }]);
  return counter.finish();
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);

describe('the values of a field', () => {
  it.each([
    ['there are more than 30', numbered(31)],
    ['one is too long for a filter', ['a', 'x'.repeat(201)]],
    ['one has several lines, as free text has', ['a', 'b\nc']],
    ['one contains a NUL', ['a', 'b\0']],
  ])('are not offered if %s', (_what, values) => {
    expect(valuesOf(values)).toEqual([]);
  });

  it('are not counted any more once there are too many', () => {
    const counter = makeValueCounter(['answer', 'status'], kinds);
    counter.addRows(numbered(31).map((answer) => ({ answer, status: 'Active' })));
    expect(counter.listOpen()).toEqual(['status']);
  });

  it('are counted, up to 30', () => {
    expect(valuesOf(numbered(30))[0]?.values).toHaveLength(30);
    expect(valuesOf(['Yes', 'No', 'Yes', '', null, undefined, ' ', 'Yes '])).toEqual([
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

  it('are one value of a text if they differ only in case, in the most frequent spelling', () => {
    expect(valuesOf(['YES', 'yes', 'Yes', 'yes'])[0]?.values).toEqual([{ value: 'yes', count: 4 }]);
    expect(valuesOf(['A', 'a'], 'status')[0]?.values).toHaveLength(2);
  });

  it('may be counted by others, several rows at once', () => {
    const counter = makeValueCounter(['answer'], kinds);
    counter.add('answer', 'Yes', 20);
    counter.add('answer', 'yes', 3);
    counter.add('answer', null, 4);
    counter.add('other', 'Yes', 1);
    const values = [{ value: 'Yes', count: 23 }];
    expect(counter.finish()).toEqual([{ field: 'answer', values, empty: 4 }]);
  });

  it('of a field without any rows are none', () => {
    expect(valuesOf([])).toEqual([{ field: 'answer', values: [], empty: 0 }]);
  });
});
