import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folders';
import { run } from '../support/run';

const root = path.resolve(import.meta.dirname, '../..');

it('the image is built from what its context lets in', async () => {
  const folder = tempFolder();
  const [everything, ...allowed] = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .trim()
    .split('\n');
  expect(everything).toBe('*');
  for (const name of allowed.map((line) => line.replace('!', '')))
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const { status, stderr } = await run('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(status, stderr).toBe(0);
  expect(existsSync(path.join(folder, 'build/server/cli.js'))).toBe(true);
});
