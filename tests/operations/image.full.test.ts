import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { run } from '../support/run';
import { take } from '../support/take';

const root = path.resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const image = dockerfile.split(/^FROM /m).at(-1) ?? '';

/** The two commands of the image: the health check, and the one that starts the panel. */
const [healthCheck, command] = take(
  [...image.matchAll(/CMD (\[.*\])/g)].map(([, json = '']): string[] => JSON.parse(json)),
  2,
);

/** Copies the files as the COPY instructions of the image's last stage say, and returns their folder. */
function layOut(): string {
  const folder = tempFolder();
  for (const [, instruction = ''] of image.matchAll(/^COPY (.+)$/gm)) {
    const words = instruction.split(' ').filter((word) => !word.startsWith('--'));
    const target = words.pop() ?? '';
    for (const word of words) {
      const source = path.relative('/app', path.resolve('/app', word));
      const to = target === './' ? path.join(folder, source) : path.join(folder, target);
      mkdirSync(path.dirname(to), { recursive: true });
      if (source === 'node_modules') symlinkSync(path.join(root, source), to);
      else cpSync(path.join(root, source), to, { recursive: true });
    }
  }
  for (const name of readdirSync(folder, { recursive: true }).map(String))
    if (!name.startsWith('node_modules')) chmodSync(path.join(folder, name), 0o555);
  return folder;
}

it('the image holds all that the panel, its health check and its backup need', async () => {
  const folder = layOut();
  const data = tempFolder();
  const panel = await startPanel({ DATA_DIR: data }, { cwd: folder, command });
  onTestFinished(() => panel.stop());
  const inside = ([program = '', ...args]: string[], env: Record<string, string>) =>
    run(program, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: data, ...env },
    });
  const healthy = await inside(healthCheck, { PORT: new URL(panel.url).port });
  expect(healthy.status).toBe(0);
  expect((await inside(healthCheck, { PORT: '1' })).status).toBe(1);
  const backup = path.join(tempFolder(), 'backup');
  const { status, stderr } = await inside(['npm', 'run', '--silent', 'backup', '--', backup], {});
  expect([status, stderr]).toEqual([0, '']);
});

it('the build imports only packages that the image installs', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const build = path.join(root, 'build/server');
  const imported = readdirSync(build)
    .filter((name) => name.endsWith('.js') && name !== 'import-worker.js')
    .flatMap((name) => [
      ...readFileSync(path.join(build, name), 'utf8').matchAll(
        /^(?:import|export) (?:[^'"`]*? from )?["']([^"'.][^"']*)["'];?$/gm,
      ),
    ])
    .map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '')
    .filter((name) => !isBuiltin(name));
  expect(imported).toContain('express');
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});
