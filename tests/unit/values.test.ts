import { formatDate } from 'shared/list/format-date';
import { neutralize, restoreNeutralized } from 'shared/list/neutralize';
import { normalizeDate, toNumber } from 'shared/list/values';
import { describe, expect, it } from 'vitest';
import type { Column } from '~/lib/core/entities/column';
import { formatExported, getTint } from '~/lib/core/list/format';
import { take } from '../support/take';

const zone = 'Africa/Lusaka';

describe('a date of a host', () => {
  it.each(['', null, undefined, 'soon', '2024-13-01', '2024-02-30', '31/12/2024', '0000', 17, {}])(
    'cannot be read if it is %j, and an unreadable text is shown unchanged',
    (raw) => {
      expect(normalizeDate(raw, zone)).toBeNull();
      expect(formatDate('31/12/2024', 'date', zone)).toBe('31/12/2024');
    },
  );

  it.each([
    ['2024-03-05', '05 March 2024', '05 March 2024'],
    ['2024-03-05 14:07:09', '05 March 2024', '05 March 2024 14:07'],
    ['2024-03-05T14:07', '05 March 2024', '05 March 2024 14:07'],
    // 23:30 in London is the next day in Lusaka.
    ['2024-03-05T23:30:00Z', '06 March 2024', '06 March 2024 01:30'],
    ['2024-03-05T23:30:00.000+02:00', '05 March 2024', '05 March 2024 23:30'],
  ])('%s is shown as %s, and with its time as %s', (raw, day, moment) => {
    expect(formatDate(raw, 'date', zone)).toBe(day);
    expect(formatDate(raw, 'date-time', zone)).toBe(moment);
  });
});

describe('a number of a host', () => {
  it.each(['', ' ', 'x', '1x', null, undefined, '0x10', Number.NaN, true, '1,5'])(
    '%j is not a number',
    (raw) => {
      expect(toNumber(raw)).toBeNull();
    },
  );
  it.each([
    ['7', 7],
    [' -3.5 ', -3.5],
    [0, 0],
  ])('%j is %d', (raw, number) => {
    expect(toNumber(raw)).toBe(number);
  });
});

describe('a colour code', () => {
  it.each(['', 'red; background: url(x)', '#12', '#GGGGGG', 'url(#x)', '#1234567'])(
    'that is not valid (%s) gives no tint',
    (code) => {
      expect(getTint(code)).toBeUndefined();
    },
  );

  it('gives its text a contrast of at least 4.5 on every colour', () => {
    for (let red = 0; red < 256; red += 15) {
      for (let green = 0; green < 256; green += 15) {
        for (let blue = 0; blue < 256; blue += 15) {
          const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
          expect(computeContrast(getTint(`#${hex}`))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

describe('a cell of an export', () => {
  it.each(['=1+1', '@SUM(A1)', '+cmd|calc', '-2+3+cmd', '\tx', '\rx', '=HYPERLINK("x")'])(
    'that a spreadsheet would run is made text: %s',
    (text) => {
      expect(neutralize(text)).toBe(`'${text}`);
    },
  );
  it.each(['', 'plain', '+260 97 1234567', '-15.4067', '+260971234567', "it's = fine", 'a, -b'])(
    'that does no harm is not changed: %s',
    (text) => {
      expect(neutralize(text)).toBe(text);
    },
  );
  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['=1;=2', "'=1;'=2"],
    ['tel;+260971234567;-15.4', 'tel;+260971234567;-15.4'],
    ['one\r\n-two\n\n- three', "one\r\n'-two\n\n'- three"],
    ['\t=1', "'\t'=1"],
    ['a;;@b', "a;;'@b"],
  ])('that other spreadsheets would split is made text in each part: %j', (text, neutral) => {
    expect(neutralize(text)).toBe(neutral);
    expect(neutralize(neutral)).toBe(neutral);
    expect(restoreNeutralized(neutral)).toBe(text);
  });
  it.each(["'x", "it's", ";'x", "'+260971234567", "a;'-5"])(
    'keeps an apostrophe of its own when it is read back: %s',
    (text) => {
      expect(restoreNeutralized(neutralize(text))).toBe(text);
    },
  );

  it.each([
    ['date', '2024-03-05', '2024-03-05'],
    ['date', '2024-03-05 14:07:09', '2024-03-05'],
    ['date-time', '2024-03-05', '2024-03-05'],
    ['date-time', '2024-03-05 14:07:09', '2024-03-05 14:07'],
    // 23:30 in London is the next day in Lusaka.
    ['date-time', '2024-03-05T23:30:00Z', '2024-03-06 01:30'],
    ['date', '2024-03-05T23:30:00Z', '2024-03-06'],
    ['date-time', '31/12/2024', '31/12/2024'],
    ['date', null, ''],
    ['text', '2024-03-05T23:30:00Z', '2024-03-05T23:30:00Z'],
  ] as const)('of a %s %j is %j', (format, raw, text) => {
    const basis = { field: 'at', title: 'At', kind: 'date', priority: 1 } as const;
    const column: Column = { ...basis, format, identifying: false };
    expect(formatExported(column, { at: raw }, zone)).toBe(text);
  });
});

/** Returns the contrast ratio of WCAG 2.2, which is calculated independently of the code under test. */
function computeContrast(tint: ReturnType<typeof getTint>): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = take(
      [1, 3, 5]
        .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)),
      3,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  if (!tint) return 0;
  const [low, high] = take(
    [luminance(tint.background), luminance(tint.text)].sort((a, b) => a - b),
    2,
  );
  return (high + 0.05) / (low + 0.05);
}
