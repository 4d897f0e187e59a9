import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listTitles } from '../support/list-titles';
import { productRoutes } from '../support/routes';

const page = readFileSync('docs/coverage.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!-)/.test(line))
  .map((line) => line.replace(/ +/g, ' '));

interface Proof {
  file: string;
  title: string;
}

/** Returns the tests that a row names, as `file` › title, separated by semicolons. */
function listProofs(row: string): Proof[] {
  const cell = row.replaceAll('\\|', '¦').split(' | ').at(-1)?.replace(/ \|$/, '') ?? '';
  return cell.split(/; (?=`tests\/)/).flatMap((part) => {
    const [, file, title] = /`(tests\/[^`]+)` › (.+)$/.exec(part) ?? [];
    return file && title ? [{ file, title }] : [];
  });
}

describe('the page on coverage', () => {
  it('names no test that does not exist', () => {
    const proofs = rows.flatMap(listProofs);
    expect(proofs.length).toBeGreaterThan(100);
    const missing = proofs.filter(({ file, title }) => !listTitles(file).includes(title));
    expect(missing).toEqual([]);
  });

  it('has a row for every route of the product', () => {
    const named = rows.flatMap((row) => /^\| `(\/[^`]*)` \|/.exec(row)?.[1] ?? []);
    expect([...named].sort()).toEqual([...productRoutes].sort());
  });

  it('names a test in every row', () => {
    const unproven = rows
      .filter((row) => !/^\| (Route|What|Entity|Message|Call|Constant) \|/.test(row))
      .filter((row) => listProofs(row).length === 0);
    expect(unproven).toEqual([]);
  });
});
