import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folders';
import { run } from '../support/run';

const root = path.resolve(import.meta.dirname, '../..');

/** Returns a new folder with the packages, and the files that .dockerignore lets into the build context. */
function copyContext(): string {
  const folder = tempFolder();
  const [everything, ...allowed] = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .trim()
    .split('\n');
  expect(everything).toBe('*');
  for (const name of allowed.map((line) => line.replace('!', '')))
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Runs one of the scripts of package.json in a folder. */
function npmRun(cwd: string, script: string) {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  return run('npm', ['run', '--silent', script], { cwd, env });
}

it('the files that .dockerignore lets into the build context are enough to build the panel', async () => {
  const folder = copyContext();
  const { status, stderr } = await npmRun(folder, 'build');
  expect(status, stderr).toBe(0);
  expect(existsSync(path.join(folder, 'build/server/cli.js'))).toBe(true);
});

it('a command builds the panel first if there is no build', async () => {
  const { status, stdout, stderr } = await npmRun(copyContext(), 'backup');
  expect(stdout).toMatch(/^Building the panel …\n/);
  expect(stderr).toContain('Name a folder for the backup: npm run backup -- FOLDER [--with-key]');
  expect(status).toBe(1);
});
