import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hasRef,
  parseRecords,
  readRanges,
  writeRanges,
  writeRecords,
} from '~/lib/core/access/ranges';

const refs = fc.array(fc.integer({ min: -400, max: 400 }).filter((ref) => ref !== 0));

it.each([
  [[], ''],
  [[7], '7'],
  [[5, 3, 4, 9, 4], '3-5 9'],
  [[-2, 8, -1, -3], '8 #1-3'],
])('writes %j as "%s"', (given, text) => {
  expect(writeRanges(given)).toBe(text);
});

it('reads nothing from a text in another format', () => {
  expect(readRanges('x 3- -4 #')).toEqual([]);
  expect(parseRecords('')).toEqual(new Map());
});

it('reads the refs that were written', () => {
  fc.assert(
    fc.property(refs, (given) => {
      expect(new Set(readRanges(writeRanges(given)))).toEqual(new Set(given));
    }),
  );
});

it('finds a ref in a text only if the ref was written', () => {
  fc.assert(
    fc.property(refs, fc.integer({ min: -400, max: 400 }), (given, ref) => {
      expect(hasRef(writeRanges(given), ref)).toBe(given.includes(ref));
      for (const one of given) expect(hasRef(writeRanges(given), one)).toBe(true);
    }),
  );
  expect(hasRef('', 1)).toBe(false);
  expect(hasRef('x 3- -4 #', 3)).toBe(false);
});

it('reads the records that were written', () => {
  const names = fc.constantFrom('phone', 'participant', 'follow-up');
  const some = refs.filter((given) => given.length > 0);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(names, some), { selector: ([name]) => name }), (given) => {
      const read = parseRecords(writeRecords(new Map(given)));
      expect([...read.keys()]).toEqual(given.map(([name]) => name));
      for (const [name, shown] of given) expect(new Set(read.get(name))).toEqual(new Set(shown));
    }),
  );
});
