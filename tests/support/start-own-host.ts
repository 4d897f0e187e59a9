import { spawn } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { dropDatabase, getDatabaseUrl } from './database';
import { copyDemo } from './demo-folder';
import { tempFolder } from './folders';
import { TEST_KEY } from './keys';
import { builtCli } from './run';

export const HOST_TOKEN = 'a-token-of-16-or-more';

/** An API host in a process of its own. */
export interface RunningHost {
  /** The settings of a panel that uses the host. */
  env: Record<string, string>;
  /** Returns all that the process has printed. */
  output(): string;
  /** Ends the process, and deletes its database on PostgreSQL. */
  stop(): Promise<void>;
  /** Ends the process with SIGKILL, so that it cannot finish its work. */
  kill(): Promise<void>;
}

/**
 * Starts `npm run host` on the demo study for one test. Returns its data folder, and the settings of a panel that uses
 * it.
 */
export async function startOwnHost() {
  const dataDir = tempFolder();
  const { env, stop } = await runOwnHost(dataDir);
  onTestFinished(stop);
  return { dataDir, env };
}

/** Starts `npm run host` on a data folder. If the folder is empty, fills it with the demo study. */
export async function runOwnHost(dataDir: string, port = '0'): Promise<RunningHost> {
  const databaseUrl = await getDatabaseUrl(dataDir);
  if (!databaseUrl) copyDemo(dataDir, { DEMO_DATA: 'on' });
  const child = spawn('node', [...builtCli, 'host'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HOST_TOKEN,
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the host ended:\n${output}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /The API host listens on (http:\/\/\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  return {
    env: { API_HOST_URL: address, API_HOST_TOKEN: HOST_TOKEN },
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await dropDatabase(dataDir);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
