import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defined } from '../../shared/defined';
import { tempFolder } from '../support/folders';

const module = path.resolve(import.meta.dirname, '../../scripts/build-lock.js');

/** Works under the lock: records its start, waits until it may end, and records its end. */
const worker = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { withBuildLock } from ${JSON.stringify(module)};
  const [folder, name] = process.argv.slice(1);
  process.stdout.write('ready');
  withBuildLock(folder + '/lock', () => {
    appendFileSync(folder + '/log', name + ' begins\\n');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(folder + '/go')) Atomics.wait(pause, 0, 0, 20);
    appendFileSync(folder + '/log', name + ' ends\\n');
  });
`;

async function start(folder: string, name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', worker, folder, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const ended = (child: ChildProcess) =>
  child.exitCode ?? once(child, 'exit').then(([code]: unknown[]) => code);

function newLog() {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'log'), '');
  return { folder, lines: () => readFileSync(path.join(folder, 'log'), 'utf8').split('\n') };
}

it('builds that start at the same time run one after the other', async () => {
  const { folder, lines } = newLog();
  const children = await Promise.all(['a', 'b', 'c'].map((name) => start(folder, name)));
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2);
  writeFileSync(path.join(folder, 'go'), '');
  expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0]);
  const steps = lines().filter(Boolean);
  expect(steps).toHaveLength(6);
  for (let n = 0; n < 6; n += 2) {
    const [name] = defined(steps[n]).split(' ');
    expect(steps.slice(n, n + 2)).toEqual([`${name} begins`, `${name} ends`]);
  }
});

it('a build that was killed does not block the next one', async () => {
  const { folder, lines } = newLog();
  const killed = await start(folder, 'killed');
  await expect.poll(lines, { timeout: 60_000 }).toContain('killed begins');
  const next = await start(folder, 'next');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  writeFileSync(path.join(folder, 'go'), '');
  expect(await ended(next)).toBe(0);
  expect(lines()).toEqual(['killed begins', 'next begins', 'next ends', '']);
});
