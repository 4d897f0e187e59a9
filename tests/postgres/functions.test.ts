import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../shared/list/values';
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
  it('converts every character to lower case as JavaScript does', async () => {
    const texts = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const answers = await each('fold(x)', texts);
    const differing = texts.filter((text, index) => answers[index] !== fold(text));
    // Letters that only one of the two knows: Unicode adds a few dozen a year.
    const unknown = texts.filter((text, index) => answers[index] === text || fold(text) === text);
    expect(differing.filter((text) => !unknown.includes(text))).toEqual([]);
    expect(differing.length).toBeLessThan(200);
    expect(differing.filter((text) => text < '\u1c89')).toEqual([]);
  });

  it('knows the last sigma of a word, but no rules of a single language', async () => {
    const texts = ['ΣΑΣ', 'ΣΑΣ ΣΑΣ', 'ΑΣ.', 'Σ', 'ΙΣΤΑΝΒΟΥΛ', 'İI', 'IJ', 'ẞ', 'A\u0301Σ'];
    expect(await each('fold(x)', texts)).toEqual(texts.map(fold));
  });
});
