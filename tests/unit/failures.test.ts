import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => path.join('app', name))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The classes of errors outside core. Each says in its comment why it is no Result. */
const errors = ['app/lib/export/export-failure.ts'];

/** The functions that return the text of a field's error to the schema of its form. */
const fieldErrors = ['findFormatProblem'];

/** Returns the matches of a pattern in the code of the panel, each with its file. */
function find(pattern: RegExp): { file: string; match: string }[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([whole, match = whole]) => ({ file, match })),
  );
}

describe('there is one way to fail', () => {
  it('one function of core throws responses with an error', () => {
    const files = find(/\bthrow new \w*Response\b/g).map(({ file }) => file);
    expect(files).toEqual(['app/lib/core/server/refuse.ts']);
    expect(find(/\bextends Response\b/g)).toEqual([]);
  });

  it('capabilities and routes return results instead of throwing errors of their own', () => {
    const files = find(/\bextends \w*Error\b/g).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !file.startsWith('app/lib/core/'))).toEqual(errors);
  });

  it('no function returns the text of a failure, except for the fields of forms', () => {
    const names = find(/\bfunction (find\w*(?:Problem|Refusal|Obstacle|Failure))\b/g);
    expect(names.map(({ match }) => match)).toEqual(fieldErrors);
  });
});
