import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');
/** The arguments of Node before the name of a command, to run the command from the build, as in production. */
export const builtCli: readonly string[] = [path.join(root, 'build/server/cli.js')];
/**
 * The arguments of Node before the name of a command, to run the command from its source, for tests without a build.
 */
export const sourceCli: readonly string[] = ['--import', 'tsx', path.join(root, 'cli/main.ts')];

/**
 * Runs a command and waits for its end. Does not block the process, because Vitest stops a worker that is blocked for a
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
