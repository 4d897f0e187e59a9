import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { runNode } from '../../scripts/run-node.js';
import { tempFolder } from '../support/folders';

const root = path.resolve(import.meta.dirname, '../..');

/** A program that prints its id, and ends in order when it is asked to. */
const PROGRAM = `
process.on('SIGTERM', () => { console.log('in order'); process.exit(0); });
process.on('SIGINT', () => { console.log('in order'); process.exit(0); });
setInterval(() => {}, 1000);
console.log('id ' + process.pid);
`;

/** Starts a script that runs the program as `npm run demo` runs the panel. Returns the ids of both processes. */
async function start() {
  const folder = tempFolder();
  const program = path.join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const script = path.join(folder, 'script.mjs');
  writeFileSync(
    script,
    `import { runNode } from ${JSON.stringify(path.join(root, 'scripts/run-node.js'))};
process.exitCode = await runNode([${JSON.stringify(program)}]);`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await expect.poll(() => /id (\d+)/.exec(output)?.[1], { timeout: 20_000 }).toBeDefined();
  const id = Number(/id (\d+)/.exec(output)?.[1]);
  onTestFinished(() => {
    if (isRunning(id)) process.kill(id, 'SIGKILL');
    child.kill('SIGKILL');
  });
  return { child, id, output: () => output };
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

async function getStatus(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)(
  'a script that is ended with %s first ends what it has started',
  async (signal, status) => {
    const { child, id, output } = await start();
    child.kill(signal);
    expect(await getStatus(child)).toBe(status);
    expect(isRunning(id)).toBe(false);
    await expect.poll(output).toContain('in order');
  },
);

it('what a script has started ends in order when the script is killed', async () => {
  const { child, id, output } = await start();
  child.kill('SIGKILL');
  await getStatus(child);
  for (let n = 0; n < 100 && isRunning(id); n += 1) await wait(50);
  expect(isRunning(id)).toBe(false);
  await expect.poll(output).toContain('in order');
});

it('a program that a script runs ends when it has nothing left to do', async () => {
  expect(await runNode(['-e', 'process.exitCode = 7'])).toBe(7);
}, 20_000);
