import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSummary, type SummaryFields, summaryParams } from '../../shared/list/summary/grammar';
import { dateUnits, findPeriod, getPeriod } from '../../shared/list/summary/periods';

const fields: SummaryFields = {
  type: 'value',
  username: 'value',
  start: 'date',
  duration: 'number',
  name: 'refused',
};
const parse = (search: string) => parseSummary(new URLSearchParams(search), fields);

describe('the summary in an address', () => {
  it.each([
    ['by=nowhere', ['by']],
    ['by=__proto__', ['by']],
    ['by=constructor.month', ['by']],
    ['by=duration', ['by']],
    ['by=type.month', ['by']],
    ['by=start.hour', ['by']],
    ['by=.month', ['by']],
    ['of=share', ['of']],
  ])('is left out if nothing of it is valid: %s', (search, dropped) => {
    expect(parse(search)).toEqual({ summary: undefined, dropped, refused: [] });
  });

  it.each([
    ['by=type,username,start', ['by'], 'by=type,username'],
    ['by=start.day,start.month', ['by'], 'by=start.day'],
    ['by=type&of=median:duration', ['of'], 'by=type'],
    ['by=type&of=sum:username', ['of'], 'by=type'],
    ['by=type&of=sum', ['of'], 'by=type'],
  ])('names what it leaves out of %s', (search, dropped, rest) => {
    const parsed = parse(search);
    expect(parsed.dropped).toEqual(dropped);
    expect(
      parsed.summary &&
        summaryParams(parsed.summary)
          .map((one) => one.join('='))
          .join('&'),
    ).toBe(rest);
  });

  it('refuses fields whose values identify people', () => {
    expect(parse('by=name,type')).toEqual({
      summary: { by: [{ field: 'type' }], of: { kind: 'count' } },
      dropped: [],
      refused: ['name'],
    });
    expect(parse('by=name&of=share')).toEqual({
      summary: undefined,
      dropped: [],
      refused: ['name'],
    });
  });

  it('is empty without parameters, or with empty ones', () => {
    for (const search of ['', 'by=&of=', 'by=,'])
      expect(parse(search)).toEqual({ summary: undefined, dropped: [], refused: [] });
  });

  it('has one or two fields, in one parameter or in two, and months for dates', () => {
    const expected = {
      summary: {
        by: [{ field: 'type' }, { field: 'start', unit: 'month' }],
        of: { kind: 'avg', field: 'duration' },
      },
      dropped: [],
      refused: [],
    };
    for (const by of ['by=type,start', 'by=type&by=start.month', 'by=type%2Cstart.month&by='])
      expect(parse(`${by}&of=avg:duration`)).toEqual(expected);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('type', 'username', 'start.week', 'start.year'), {
          minLength: 1,
          maxLength: 2,
          selector: (name) => name.split('.')[0],
        }),
        fc.constantFrom('count', 'share', 'sum:duration', 'max:duration'),
        (by, of) => {
          const { summary } = parse(`by=${by.join(',')}&of=${of}`);
          const written = new URLSearchParams(summary && summaryParams(summary));
          expect(parse(written.toString()).summary).toEqual(summary);
          expect(written.get('by')).toBe(by.join(','));
        },
      ),
    );
  });
});

describe('a period', () => {
  it.each([
    ['2024-12-30', 'week', '2024-12-30', '2025-01-05'],
    ['2027-01-03', 'week', '2026-12-28', '2027-01-03'],
    ['2024-02-29', 'month', '2024-02-01', '2024-02-29'],
    ['2023-11-15', 'quarter', '2023-10-01', '2023-12-31'],
    ['2023-11-15', 'year', '2023-01-01', '2023-12-31'],
    ['0000-01-01', 'week', '0000-01-01', '0000-01-02'],
    ['9999-12-31', 'week', '9999-12-27', '9999-12-31'],
    ['9999-12-31', 'month', '9999-12-01', '9999-12-31'],
  ] as const)('contains %s: the %s from %s to %s', (day, unit, from, to) => {
    expect(getPeriod(findPeriod(day, unit), unit)).toEqual({ from, to });
  });

  it('contains its days, begins after the end of the period before, and weeks begin on Monday', () => {
    const anyDay = fc
      .integer({ min: -700_000, max: 2_900_000 })
      .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...dateUnits), (day, unit) => {
        const index = findPeriod(day, unit);
        const { from, to } = getPeriod(index, unit);
        expect(from <= day && day <= to).toBe(true);
        expect(Date.parse(getPeriod(index + 1, unit).from) - Date.parse(to)).toBe(86_400_000);
        if (unit === 'week') expect(new Date(from).getUTCDay()).toBe(1);
      }),
    );
  });
});
