import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold, normalizeDate } from '../../shared/list/values';
import { emptyDatabase } from '../support/database';

let db: Kysely<unknown>;
beforeAll(async () => {
  db = await emptyDatabase();
  return () => db.destroy();
});

/** Returns the function's result for each of the texts. */
async function each(call: string, texts: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ answer: string | null }>`
    select ${sql.raw(call)} as answer
    from jsonb_array_elements_text(cast(${JSON.stringify(texts)} as jsonb)) with ordinality as t (x, n)
    order by n`.execute(db);
  return rows.map(({ answer }) => answer);
}

describe('fold on the server', () => {
  it('makes lower case of every character as JavaScript does', async () => {
    const texts = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const answers = await each('fold(x)', texts);
    const differing = texts.filter((text, index) => answers[index] !== fold(text));
    // Letters that one of the two has not heard of yet: Unicode gets a few dozen a year.
    const unknown = texts.filter((text, index) => answers[index] === text || fold(text) === text);
    expect(differing.filter((text) => !unknown.includes(text))).toEqual([]);
    expect(differing.length).toBeLessThan(200);
    expect(differing.filter((text) => text < '\u1c89')).toEqual([]);
  });

  it('knows the last sigma of a word, and no country’s own rules', async () => {
    const texts = ['ΣΑΣ', 'ΣΑΣ ΣΑΣ', 'ΑΣ.', 'Σ', 'ΙΣΤΑΝΒΟΥΛ', 'İI', 'IJ', 'ẞ', 'A\u0301Σ'];
    expect(await each('fold(x)', texts)).toEqual(texts.map(fold));
  });
});

describe('study_time on the server', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  const date = fc
    .tuple(fc.integer({ min: 1950, max: 2100 }), two(14), two(33))
    .map((parts) => parts.join('-'));
  const time = fc
    .tuple(two(26), two(61), fc.option(two(61), { nil: undefined }))
    .map((parts) => parts.filter((part) => part !== undefined).join(':'));
  const zone = fc.oneof(
    fc.constantFrom('', 'Z', '+05:45', '-0330', '+0000', 'z', '+5', '+02', ' '),
    fc
      .tuple(fc.constantFrom('+', '-'), two(25), fc.constantFrom(':', ''), two(61))
      .map((p) => p.join('')),
  );
  const text = fc
    .tuple(
      fc.constantFrom('', '', '', ' ', '\n', '\u00a0', '\ufeff', 'x'),
      date,
      fc.option(
        fc.tuple(fc.constantFrom('T', ' ', 't', '  '), time, fc.constantFrom('', '.5', '.'), zone),
        { nil: [] as string[] },
      ),
      fc.constantFrom('', '', '', ' ', '\n', '\u2028', '.'),
    )
    .map((parts) => parts.flat().join(''));

  it.each(['Africa/Lusaka', 'Asia/Kathmandu', 'America/New_York', 'UTC'])(
    'reads dates as memory does, in %s',
    async (timeZone) => {
      const texts = fc.sample(text, { numRuns: 20_000, seed: 11 });
      const answers = await each(`study_time(x, '${timeZone}')`, texts);
      const differing = texts
        .map((text, index) => [text, answers[index], normalizeDate(text, timeZone)])
        .filter(([, answer, wanted]) => answer !== wanted);
      expect(differing.slice(0, 20)).toEqual([]);
      expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(1_000);
    },
  );
});
