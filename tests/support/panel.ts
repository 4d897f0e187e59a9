import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defined } from '../../shared/defined';
import { dropDatabase, getDatabaseUrl } from './database';
import { copyDemo } from './demo-folder';
import { TEST_KEY } from './keys';
import { builtCli } from './run';

export interface RunningPanel {
  url: string;
  pid: number;
  dataDir: string;
  /** Returns all that the process has printed. */
  output(): string;
  stop(): Promise<void>;
  /** Sends a signal to the process. Does not wait for its end. */
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code when the process has ended, or to null if a signal ended it. */
  ended: Promise<number | null>;
}

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 240_000;

/**
 * Starts the built panel as `npm start` does, on a free port and with its own data folder. A test can choose
 * another working folder or command.
 */
export async function startPanel(
  env: Record<string, string> = {},
  { cwd = root, command = ['node', ...builtCli, 'start'] } = {},
): Promise<RunningPanel> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'panel-'));
  const databaseUrl = env.DATABASE_URL ?? (await getDatabaseUrl(dataDir));
  if (!databaseUrl) copyDemo(dataDir, env);
  const child = spawn(defined(command[0]), command.slice(1), {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
      // Tests count the requests to hosts.
      OVERVIEW_SECONDS: '0',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the panel did not start:\n${output}`)),
      START_LIMIT_MS,
    );
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /(?:The panel is at|\[remix-serve\]) (http:\/\/\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the panel ended with code ${code}:\n${output}`));
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    signal: (name) => void child.kill(name),
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (env.DATA_DIR) return;
      rmSync(dataDir, { recursive: true, force: true });
      await dropDatabase(dataDir);
    },
  };
}
