import { cutLongValues } from 'backend/history/cut-long-values';
import { describe, expect, it } from 'vitest';
import type { FormField } from '~/lib/core/entities/form-field';
import { describeBeginning, describeBoth } from '~/lib/core/form/describe-value';
import { MAX_CELL, writeText } from '~/lib/core/sheets/sheet-xml';
import { cutText } from '../../shared/cut-text';
import { toErrorText } from '../../shared/error-text';
import { simplifyFileName } from '../../shared/form-reader/read-file';

const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
/** Texts with an emoji at each place where a limit may cut it. */
const withEmoji = (length: number) => [
  `${'x'.repeat(length - 1)}😀 end`,
  '😀'.repeat(length),
  `x${'😀'.repeat(length)}`,
];

it('a text is cut before a character that would be cut in two', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
  expect(cutText('ab😀c', 4)).toBe('ab😀');
  expect(cutText('😀', 1)).toBe('');
  expect(cutText('', 5)).toBe('');
});

describe('no half of an emoji remains', () => {
  it('in a cell of Excel', () => {
    expect(writeText('A1', `${'x'.repeat(MAX_CELL - 1)}😀 end`)).toContain('xxx</t>');
    for (const text of withEmoji(MAX_CELL)) expect(writeText('A1', text)).not.toMatch(HALF);
  });

  it('in a line of the log', () => {
    for (const text of withEmoji(500)) expect(toErrorText(text)).not.toMatch(HALF);
  });

  it('in the values of a form and of its history', () => {
    const field = { control: 'textarea' } as FormField;
    for (let length = 100; length < 1_200; length += 1)
      for (const text of withEmoji(length)) {
        expect(describeBeginning(field, text)).not.toMatch(HALF);
        for (const part of describeBoth(field, text, `${text}!`)) expect(part).not.toMatch(HALF);
      }
    const json = JSON.stringify([{ field: 'a', before: null, after: `x${'😀'.repeat(60_000)}` }]);
    expect(cutLongValues(json)).not.toMatch(HALF);
  });

  it('in the name of a file', () => {
    expect(simplifyFileName(`😀${'x'.repeat(199)}`)).toBe('x'.repeat(199));
  });
});
