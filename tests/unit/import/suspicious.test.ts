import { describe, expect, it } from 'vitest';
import { judgeValue, MOST_VALUES, ValueMemory } from '../../../backend/import/column-values';
import type { ImportColumn } from '../../../backend/import/columns';
import { findSuspicion, MOST_CHARACTERS } from '../../../backend/import/suspicious';
import type { ValueKind } from '../../../shared/values/normalize';

describe('a value is suspicious', () => {
  it.each([
    ...[
      'NA',
      'na',
      ' N/A ',
      '#N/A',
      'NULL',
      '(null)',
      'NaN',
      'None',
      '.',
      '.a',
      '-',
      '\\N',
      '<NA>',
      '?',
    ],
  ])('%j, which means a missing value elsewhere', (value) => {
    expect(findSuspicion(value)).toBe('missing');
  });

  it.each(['1.0', '260970009201.0', '-2.00', '0.0', '+1.0'])(
    '%j, which was a whole number',
    (value) => {
      expect(findSuspicion(value)).toBe('decimal');
    },
  );

  it.each(['2.6097E+11', '1e5', '2,6097E+11', '-1E-05'])('%j, which lost digits', (value) => {
    expect(findSuspicion(value)).toBe('scientific');
  });

  it.each([
    ...[
      '1',
      '1.5',
      '10.05',
      '2026.01.01',
      'Nairobi',
      'Nadia',
      'S-00001',
      'E5',
      '1e',
      'Yes',
      'No',
      '',
      'N.',
    ],
    ...['+260970009201', '1.0.0', 'x'.repeat(MOST_CHARACTERS), '1'.repeat(MOST_CHARACTERS + 1)],
  ])('not %j', (value) => {
    expect(findSuspicion(value)).toBeUndefined();
  });
});

describe('in a column of a file', () => {
  const column: ImportColumn = {
    ...{ name: 'residency', title: 'Residency', target: 'residency', kind: 'text' },
  };

  function judge(
    values: readonly unknown[],
    given = column,
    compared: ValueKind | 'none' = 'name',
    isReadable = true,
  ) {
    const memory = new ValueMemory();
    return values.map((raw) => {
      const how = {
        compared: compared === 'none' ? undefined : compared,
        isReadable: () => isReadable,
        readText: () => String(raw),
      };
      return judgeValue(raw, given, memory, how);
    });
  }

  it('values are compared with the first one that differs only by case, spaces or marks', () => {
    expect(
      judge(['Kafué', 'kafue', 'Ka fue', 'Kafué', 'Kafuë\u200b', 'Chongwe', 'Kafué \u200b']),
    ).toEqual([
      undefined,
      { kind: 'variant', like: 'Kafué' },
      { kind: 'variant', like: 'Kafué' },
      undefined,
      { kind: 'variant', like: 'Kafué' },
      undefined,
      undefined,
    ]);
  });

  it('identifiers are not compared, and neither are numbers, dates and long texts', () => {
    expect(judge(['a', 'A'], column, 'none')).toEqual([undefined, undefined]);
    expect(judge(['a', 'A'], { ...column, kind: 'date' })).toEqual([undefined, undefined]);
    const long = 'x'.repeat(MOST_CHARACTERS + 1);
    expect(judge([long, long.toUpperCase()])).toEqual([undefined, undefined]);
  });

  it('a value that a column of numbers or codes can hold is not suspicious', () => {
    const number: ImportColumn = { ...column, kind: 'number' };
    expect(judge(['1.0'], number)).toEqual([undefined]);
    expect(judge(['NA'], number, 'number', false)).toEqual([{ kind: 'missing' }]);
  });

  it('numbers and empty values of JSON are not suspicious', () => {
    expect(judge([1, 100_000, true, null, { NA: 'NA' }])).toEqual(Array(5).fill(undefined));
  });

  it('five hundred different values are compared, and later ones only judged by themselves', () => {
    const first = Array.from({ length: MOST_VALUES }, (_, n) => `Value ${n}`);
    const verdicts = judge([...first, 'Late', 'LATE', 'NA', 'Value 0']);
    expect(verdicts.slice(MOST_VALUES)).toEqual([
      undefined,
      undefined,
      { kind: 'missing' },
      undefined,
    ]);
  });
});
