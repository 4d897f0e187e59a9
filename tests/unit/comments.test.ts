import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = 'app backend bench cli scripts server shared tests'.split(' ');

/** Matches a doc comment that begins with a question word or with Of. The text begins on the first or second line. */
const WRONG_BEGINNING =
  /\/\*\*(?:\s*\n\s*\*)? *(What|Whether|Who|Whom|Whose|Where|When|Why|How|Of) [^\n]*/g;

/** Returns the doc comments of a file that begin with a question word or with Of, each with its line number. */
function findWrongBeginnings(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(WRONG_BEGINNING)].map(({ 0: comment, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${comment.replace(/\s+/g, ' ')}`;
  });
}

/** Matches the declaration of a function whose name ends in Of instead of beginning with a verb. */
const NAME_IN_OF =
  /\b(?:function|const|let) [a-z]\w*Of\b|^\s+(?:async )?#?[a-z]\w*Of\(|\b[a-z]\w*Of: \(/;

/** Returns the paths of the source files in these folders. */
function listSources(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
        .map((name) => path.join(folder, name)),
    );
}

it('no doc comment begins with a question word or with Of', () => {
  const files = listSources(FOLDERS);
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(findWrongBeginnings)).toEqual([]);
});

it('no function has a name that ends in Of', () => {
  const files = listSources(FOLDERS);
  const wrong = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (NAME_IN_OF.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
  // In two parts, because this file is tested too.
  expect(NAME_IN_OF.test(`function name${'Of('}`)).toBe(true);
});
