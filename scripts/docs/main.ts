/**
 * Writes the pages that are built from declarations in the code (`npm run docs`). `tests/unit/docs.test.ts` fails while
 * one of them is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pages } from './pages';

const root = path.resolve(import.meta.dirname, '../..');

for (const { file, build } of pages) {
  const target = path.join(root, file);
  const text = build();
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  writeFileSync(target, text);
  console.log(`${file} ${text === before ? 'is unchanged' : 'was written'}.`);
}
