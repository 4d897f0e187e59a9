import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = 'app backend bench cli scripts server shared tests'.split(' ');

/** Matches the beginning of a doc comment, on its first or second line, by a question word or Of. */
const WRONG_BEGINNING =
  /\/\*\*(?:\s*\n\s*\*)? *(What|Whether|Who|Whom|Whose|Where|When|Why|How|Of) [^\n]*/g;

/** Returns the doc comments of a file with such a beginning, each with its line number. */
function findWrongBeginnings(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(WRONG_BEGINNING)].map(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${comment.replace(/\s+/g, ' ')}`;
  });
}

it('begins no doc comment with a question word or Of', () => {
  const files = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(findWrongBeginnings)).toEqual([]);
});
