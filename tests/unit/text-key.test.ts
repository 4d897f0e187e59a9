import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../shared/list/compare-text';
import { isSamePhone } from '../../shared/list/phone-text';
import { containWords, readSearchWords } from '../../shared/list/search-words';
import { cutKey, makeTextKey, toSearchable } from '../../shared/list/text-key';

/** Sorts texts as lists do. */
function sort(texts: readonly string[], locale = 'en'): string[] {
  const key = (text: string) => cutKey(makeTextKey(text, locale));
  return [...texts].sort((one, other) => compareText(key(one), key(other)));
}

const finds = (typed: string, text: string, locale = 'en') =>
  containWords([makeTextKey(text, locale)], readSearchWords(typed));

describe('the key of a text', () => {
  it.each([
    ['accents', ['Zoe', 'École', 'eclair', 'Eden'], ['eclair', 'École', 'Eden', 'Zoe'], 'en'],
    ['numbers', ['T-10', 'T-2', 'T-100', 'T-1'], ['T-1', 'T-2', 'T-10', 'T-100'], 'en'],
    ['zeros before numbers', ['T-10', 'T-02', 'T-1'], ['T-1', 'T-02', 'T-10'], 'en'],
    [
      'long numbers',
      [`${'9'.repeat(10)}`, `1${'0'.repeat(10)}`, '5'],
      ['5', `${'9'.repeat(10)}`, `1${'0'.repeat(10)}`],
      'en',
    ],
    ['numbers before letters', ['S-a', 'S-5'], ['S-5', 'S-a'], 'en'],
    ['Swedish', ['Öst', 'Äng', 'Ås', 'Zon', 'Os'], ['Os', 'Zon', 'Ås', 'Äng', 'Öst'], 'sv'],
    ['Swedish letters in English', ['Zon', 'Öst', 'Ås', 'Osa'], ['Ås', 'Osa', 'Öst', 'Zon'], 'en'],
    ['decomposed Swedish', ['O\u0308st', 'Zon'], ['Zon', 'O\u0308st'], 'sv-SE'],
    ['Spanish', ['nz', 'ña', 'o'], ['nz', 'ña', 'o'], 'es'],
    ['Polish', ['Lz', 'Łódź', 'M'], ['Lz', 'Łódź', 'M'], 'pl'],
    ['Danish', ['Åse', 'Øre', 'Ære', 'Zoo'], ['Zoo', 'Ære', 'Øre', 'Åse'], 'da'],
  ])('sorts %s', (_what, texts, sorted, locale) => {
    expect(sort(texts, locale)).toEqual(sorted);
  });

  it('is the same for texts that differ only in case, for any text and language', () => {
    const locale = fc.constantFrom('en', 'sv', 'tr', 'pl', 'es', 'da');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), locale, (text, language) => {
        const key = makeTextKey(text, language);
        expect(makeTextKey(text.toLowerCase(), language)).toBe(key);
        // The searched part does not depend on the language, and has no marks of the order.
        expect(toSearchable(key)).toBe(toSearchable(makeTextKey(text, 'en')));
        expect(toSearchable(toSearchable(key))).toBe(toSearchable(key));
      }),
    );
  });

  it.each([
    ['a name of 20,000 characters', 'é1 '.repeat(6_667)],
    ['thousands of accents on one letter', `e${'\u0301\u0316'.repeat(10_000)}`],
    ['code points that are not assigned', '\u0378\u{10fffe}'.repeat(5_000)],
    ['halves of characters', '\ud800'.repeat(20_000)],
    ['spaces', `${' '.repeat(20_000)}x`],
    ['signs without spaces', `${'!'.repeat(20_000)}1`],
    ['words', `${'a '.repeat(10_000)}1`],
    ['digits', '0'.repeat(20_000)],
    ['a ligature of eighteen letters', '\ufdfa'.repeat(1_000)],
  ])('of %s is computed within a second in every language', (_what, text) => {
    for (const locale of ['en', 'sv']) {
      const begin = performance.now();
      const key = makeTextKey(text, locale);
      readSearchWords(text);
      expect(performance.now() - begin).toBeLessThan(1_000);
      expect([...cutKey(key)].length).toBeLessThanOrEqual(255);
    }
  });
});

describe('a search', () => {
  it.each([
    ['ecole', 'École Zoë'],
    ['ecole', 'E\u0301cole'],
    ['École', 'ecole'],
    ['zoe ecole', 'École  Zoë'],
    ['angstrom', 'Ångström'],
    ['izmir', 'İzmir'],
    ['IZMIR', 'ızmir'],
    ['strasse', 'Straße'],
    ['STRASSE', 'straße'],
    ['zalecze', 'Załęcze'],
    ['σας', 'ΣΑΣ'],
    ['five 5', 'ﬁve ⑤'],
    ['banda mary', 'Mary\u00a0 Banda'],
    ['zero\u200bwidth', 'ze\u00adrowidth'],
    ["o'neil", 'O’Neil'],
    ['142', 'S-01142'],
    ['s-011', 'S-01142'],
    ['2', 'T-2'],
    ...[
      '097 123 4567',
      '0971234567',
      '+260971234567',
      '00260971234567',
      '+260 (0)97-123-4567',
    ].flatMap((typed): [string, string][] =>
      [
        '+260971234567',
        '0971234567',
        '260971234567',
        '097-123 4567',
        '“+260 97 123 4567”',
        '00260 97 1234567',
      ].map((stored) => [typed, stored]),
    ),
    ['0971 23', '+260971234567'],
    ['+260 97 12', '+260971234567'],
    ['00260000000002', '+260 000 000 002'],
    ['“0971234567”', '+260971234567'],
  ])('for %j finds %j', (typed, text) => {
    for (const locale of ['en', 'sv', 'tr', 'da'])
      expect(finds(typed, text, locale), locale).toBe(true);
  });

  it.each([
    ['\u0301', 'e\u0301'],
    ['\u200b', 'text'],
    ['ecole x', 'École'],
    ['143', 'S-01142'],
    // The marks of the order are not searched.
    ['14', 'T-2'],
    ['111', 'T-1'],
    ['+260971234567', '+260971234568'],
    ['+27711234567', '+27711234568'],
    // Without the country, only 2 would be left to search.
    ['+260000000002', '+260000000020'],
  ])('for %j does not find %j', (typed, text) => {
    expect(finds(typed, text)).toBe(false);
  });

  it('for many words looks for the last of them together', () => {
    const words = Array.from({ length: 100 }, (_, n) => `w${n}x`);
    expect(readSearchWords(words.join(' '))[0]).toHaveLength(10);
    expect(finds(words.join(' '), words.join('  '))).toBe(true);
  });
});

it('a phone number is the same however it is written, but not that of another country', () => {
  expect(isSamePhone('+260 97 123-4567', '0971234567')).toBe(true);
  expect(isSamePhone('00260971234567', '+260971234567')).toBe(true);
  expect(isSamePhone('+27971234567', '+260971234567')).toBe(false);
  expect(isSamePhone('1234567', '+260971234567')).toBe(false);
  expect(isSamePhone('S-01142', '01142')).toBe(false);
  expect(isSamePhone('1142', '1142')).toBe(false);
});
