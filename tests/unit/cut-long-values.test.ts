import { cutLongValues, MIN_CUT_LENGTH } from 'backend/history/cut-long-values';
import fc from 'fast-check';
import { expect, it } from 'vitest';

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

const filler = 'x'.repeat(39_990);
const tricky = fc
  .array(
    fc.constantFrom(
      '"',
      '\\',
      ',',
      'after',
      '":',
      '},{"field":',
      '\n',
      '\u0001',
      '\u2028',
      'é',
      '😀',
      'u00',
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));
const long = fc.tuple(tricky, tricky, tricky).map(([a, b, c]) => a + filler + b + filler + c);
const value = fc.oneof(
  long,
  tricky,
  fc.constant(null),
  fc.record({ sealed: fc.constant('A'.repeat(60_000)) }),
  fc.array(fc.record({ text: tricky }), { maxLength: 2 }),
);
const changes = fc.array(fc.record({ field: fc.constant('text'), before: value, after: value }), {
  minLength: 1,
  maxLength: 4,
});

it('leaves the JSON of a short change as it is', () => {
  const json = JSON.stringify([{ field: 'text', before: null, after: ',"after":' }]);
  expect(cutLongValues(json)).toBe(json);
});

it('keeps every field, and the beginning of every text', () => {
  fc.assert(
    fc.property(changes, (written) => {
      const json = JSON.stringify(written);
      const read = JSON.parse(cutLongValues(json)) as Change[];
      expect(read).toHaveLength(written.length);
      for (const [index, change] of written.entries())
        for (const side of ['before', 'after'] as const) {
          const given = change[side];
          const found = read[index]?.[side];
          if (typeof given !== 'string' || given.length < 20_000) expect(found).toEqual(given);
          else {
            expect(given.startsWith(String(found))).toBe(true);
            expect(String(found).length).toBeGreaterThanOrEqual(MIN_CUT_LENGTH);
          }
        }
    }),
    { numRuns: 300 },
  );
});

it('makes a change of two long texts short', () => {
  const text = '<p class="x">abc</p>'.repeat(25_000);
  const json = JSON.stringify([{ field: 'text', before: text, after: `${text}!` }]);
  expect(cutLongValues(json).length).toBeLessThan(90_000);
});

it.each([0, 1, 2, 3, 4, 5])(
  'leaves MIN_CUT_LENGTH to MIN_CUT_LENGTH + 6 characters of %i letters and then escapes',
  (letters) => {
    const text = 'x'.repeat(letters) + '\u0001'.repeat(20_000);
    const json = JSON.stringify([{ field: 'text', before: null, after: text }]);
    const [read] = JSON.parse(cutLongValues(json)) as Change[];
    const { length } = String(read?.after);
    expect(length).toBeGreaterThanOrEqual(MIN_CUT_LENGTH);
    expect(length).toBeLessThan(MIN_CUT_LENGTH + 7);
  },
);
