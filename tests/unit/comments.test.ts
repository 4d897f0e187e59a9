import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = 'app backend bench cli scripts server shared tests'.split(' ');

/** Matches the beginning of a doc comment, on its first or second line, by a question word. */
const QUESTION = /\/\*\*(?:\s*\n\s*\*)? *(What|Whether|Who|Whom|Whose) [^\n]*/g;

/** Returns the doc comments of a file that begin with a question word, with their line. */
function findQuestions(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(QUESTION)].map(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${comment.replace(/\s+/g, ' ')}`;
  });
}

it('begins no doc comment with What, Whether or Who', () => {
  const files = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(findQuestions)).toEqual([]);
});
