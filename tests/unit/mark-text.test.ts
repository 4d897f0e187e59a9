import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markText } from '~/lib/transcript/mark-text';

it.each([
  ['Hello there', 'THERE', ['Hello ', 'there', '']],
  ['Crème brûlée', 'creme', ['', 'Crème', ' brûlée']],
  ['Cre\u0300me', 'crème', ['', 'Cre\u0300me', '']],
  ['one two three', 'three one', ['', 'one', ' two ', 'three', '']],
  ['ab\u200bc', 'abc', ['', 'ab\u200bc', '']],
  ['Straße', 'strasse', ['', 'Straße', '']],
  ['İzmir', 'izmir', ['', 'İzmir', '']],
  ['two  spaces', 'two spaces', ['', 'two  spaces', '']],
  ['a+b (c)', '+b (c', ['a', '+b (c', ')']],
  ['Hello', 'x', ['Hello']],
  ['Hello', ' ', ['Hello']],
])('marks %j for %j', (text, wanted, parts) => {
  expect(markText(text, wanted)).toEqual(parts);
});

it('marks the number of a phone that is written in one piece', () => {
  expect(markText('call +260971234567 now', '097 123 4567')).toEqual([
    'call +260',
    '971234567',
    ' now',
  ]);
});

it('keeps every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, wanted) => {
      expect(markText(text, wanted).join('')).toBe(text);
    }),
  );
});
