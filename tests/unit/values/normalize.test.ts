import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getValueKey, normalizeValue, type ValueKind } from '../../../shared/values/normalize';

const kinds: readonly ValueKind[] = [
  ...(['identifier', 'phone number', 'answer', 'date', 'number'] as const),
  ...(['name', 'free text', 'verbatim'] as const),
];
const WOMEN = '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}';
const SCOTLAND = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';

describe('an identifier', () => {
  it.each([
    'X-9501 ',
    ' X-9501',
    'X-9501\u00A0',
    'X-9501\u200B',
    '\u202AX-9501\u202C',
    'X\u20119501',
    'X\u20139501',
    'X\u22129501',
    'X-9501\t',
    'X-9501\r',
    'X-95\u00AD01',
    '\uFEFFX-9501',
    'Ｘ－９５０１',
    'X-9501\uFE0F',
    'X-\u0007\u200D9501',
  ])('%j is X-9501', (text) => {
    expect(normalizeValue('identifier', text)).toBe('X-9501');
  });

  it('keeps its case, and is compared without case or spaces', () => {
    expect(normalizeValue('identifier', 'x-9501')).toBe('x-9501');
    expect(getValueKey('identifier', 'x - 9501')).toBe(getValueKey('identifier', 'X-9501'));
    expect(getValueKey('identifier', 'X-9501')).not.toBe(getValueKey('identifier', 'X9501'));
  });
});

describe.each<[ValueKind, string, string]>([
  ['phone number', ' +260 97\u00A0000\u20111234 ', '+260 97 000-1234'],
  ['phone number', '\u202A+260970001234\u202C', '+260970001234'],
  ['phone number', '＋２６０', '+260'],
  ['answer', 'Yes ', 'Yes'],
  ['answer', 'Yes\u200D', 'Yes'],
  ['answer', '18–24', '18–24'],
  ['date', '2026\u201103\u201131\u00A0', '2026-03-31'],
  ['number', '\u22125', '-5'],
  ['name', 'Kafue\r', 'Kafue'],
  ['name', '  Kafue \u00A0 Road\r\n2 ', 'Kafue Road 2'],
  ['name', 'Chongwe\u0301', 'Chongw\u00E9'],
  ['name', 'e\u200D\u0301', '\u00E9'],
  ['name', 'An\u200Dn', 'Ann'],
  ['name', '\u202Enn\u202CA', 'nnA'],
  ['name', `Family ${WOMEN}`, `Family ${WOMEN}`],
  ['name', SCOTLAND, SCOTLAND],
  ['name', '\u2764\uFE0F\u200D\u{1F525}', '\u2764\uFE0F\u200D\u{1F525}'],
  ['name', '1\uFE0F\u20E3', '1\uFE0F\u20E3'],
  ['name', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['name', '\u200B', ''],
  ['free text', ' a \r\n\r\n  - b\u00A0 c\t\n\r', 'a\n\n  - b  c'],
  ['free text', 'a\u2028b', 'a\nb'],
  ['verbatim', ' <p>a\u00A0 b</p>\n', '<p>a\u00A0 b</p>'],
])('%s %j', (kind, text, normalized) => {
  it(`is ${JSON.stringify(normalized)}`, () => {
    expect(normalizeValue(kind, text)).toBe(normalized);
  });
});

describe('a phone number', () => {
  it.each(['+260 97 000-1234', '00260 (97) 0001234', '(+260) 970001234', '\u200E+260970001234'])(
    '%j',
    (text) => {
      expect(getValueKey('phone number', text)).toBe('+260970001234');
    },
  );

  it('that has letters is compared as a text', () => {
    expect(getValueKey('phone number', 'PN001')).toBe('pn001');
    expect(getValueKey('phone number', '021 555 Ext. 12')).toBe('021 555 ext. 12');
    expect(getValueKey('phone number', '+ ( )')).toBe('+ ( )');
  });
});

it('names are compared without case, repeated spaces and look-alikes of hyphens', () => {
  const names = [
    'Clinic A - B',
    'clinic  a \u2013 b',
    'CLINIC A\u00A0\u2011 B',
    'Clinic A \u2212 B',
  ];
  expect(new Set(names.map((name) => getValueKey('name', name))).size).toBe(1);
  expect(getValueKey('name', 'ann smith')).not.toBe(getValueKey('name', 'annsmith'));
});

it('keeps NUL and lone surrogates, which fields refuse', () => {
  for (const kind of kinds) expect(normalizeValue(kind, 'a\0\uD800')).toBe('a\0\uD800');
});

/** Texts of the characters that the rules are about, among others. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...[...' \t\r\n\v\u0085\u2028\u00A0\u3000\u200B\u200C\u200D\u200E\u202E\u2066\uFEFF\u00AD'],
        ...[...'\u2011\u2013\u2212\uFF0D\uFE0F\u20E3\u0301\u0338\u0327eEaİΣσ19-+Ｘ＝ｅ'],
        ...['\u{1F469}', '\u{1F3FD}', '\u{E0067}', 'न', '\u094D', 'م', '\uD800', '\uDC00', '\0'],
        ...['\u115F', '\u3164', '\u2000', '\u212A', '\u1100', '\u1161', '\u11A8', '\u0958'],
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe.each(kinds)('any %s', (kind) => {
  it('stays as it is when it is normalised again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = normalizeValue(kind, text);
        expect(normalizeValue(kind, once)).toBe(once);
        const key = getValueKey(kind, text);
        expect(getValueKey(kind, once)).toBe(key);
        expect(getValueKey(kind, key)).toBe(key);
      }),
      { numRuns: 500 },
    );
  });

  it('has no space at its ends', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = normalizeValue(kind, ` ${text} `);
        expect(once.trim()).toBe(once);
      }),
    );
  });
});

it.each(kinds)('compares long texts of the kind %s without a pause', (kind) => {
  for (const part of [
    ' ',
    '\u200B',
    '\u200D',
    '\r\n',
    'e\u0301',
    'न\u200D',
    '\u2011',
    ' \ta',
    '1',
  ]) {
    const start = performance.now();
    getValueKey(kind, `${part.repeat(50_000)}x`);
    expect(performance.now() - start).toBeLessThan(1_000);
  }
});
