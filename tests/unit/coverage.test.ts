import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { productRoutes } from '../support/routes';

const page = readFileSync('docs/coverage.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.endsWith('| Tests |'));

/** Returns the test files that a row names in its last cell. */
function listFiles(row: string): string[] {
  const cell = row.replaceAll('\\|', '').split(' | ').at(-1) ?? '';
  return [...cell.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file);
}

describe('the page on coverage', () => {
  it('names no test file that does not exist', () => {
    const files = rows.flatMap(listFiles);
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter((file) => !existsSync(`tests/${file}`))).toEqual([]);
  });

  it('has a row for every route of the product', () => {
    const named = rows.flatMap((row) => /^\| `(\/[^`]*)` \|/.exec(row)?.[1] ?? []);
    expect([...named].sort()).toEqual([...productRoutes].sort());
  });

  it('names a test file in every row', () => {
    expect(rows.filter((row) => listFiles(row).length === 0)).toEqual([]);
  });
});
