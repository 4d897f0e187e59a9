import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Runs a command asynchronously until it ends. The test runner considers a worker dead that is blocked for a
 * minute.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, options);
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve);
      child.once('error', reject);
    }),
  ]);
  return { status, stdout, stderr };
}
