import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** The folders and files that the tests of mutations need. */
const COPIED = 'app backend cli scripts server shared tests package.json tsconfig.json'.split(' ');

/**
 * Copies the code and its tests to a new folder, and links the installed packages. Caches are not linked, because they
 * belong to the original. Returns the folder and the function that deletes it.
 */
export function copyCode(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'mutations-'));
  for (const name of COPIED)
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const packages = path.join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
