import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folders';
import { startRecordingHost } from '../support/recording-host';
import { builtCli, run } from '../support/run';

const root = path.resolve(import.meta.dirname, '../..');
const bare: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production' };

it.each([[[]], [['toString']], [['Backup']]])(
  'the arguments %j are refused with the names of the commands',
  async (args) => {
    const { status, stdout, stderr } = await run('node', [...builtCli, ...args], { env: bare });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Name a command: start, host, import, .*check-host\.\n$/);
  },
);

it('package.json has a script for every command of the build', async () => {
  const { stderr } = await run('node', [...builtCli], { env: bare });
  const commands = stderr.replace('Name a command: ', '').replace('.\n', '').split(', ');
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(commands.map((name) => scripts[name])).toEqual(
    commands.map((name) => `node scripts/run.js ${name}`),
  );
});

it.each([
  ['host', 'HOST_TOKEN', 'short'],
  ['start', 'PORT', 'eighty'],
  ['key:rotate', 'PANEL_KEY', 'short'],
  ['audit:verify', 'AUDIT_CHECKPOINT_MINUTES', 'hourly'],
])('%s reads the file .env, and refuses %s=%s in one sentence', async (command, name, value) => {
  const cwd = tempFolder();
  writeFileSync(path.join(cwd, '.env'), `${name}=${value}\nDATA_DIR=${cwd}\n`);
  const { status, stderr } = await run('node', [...builtCli, command], { cwd, env: bare });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${name} is not valid: .+\\.\n$`));
});

it('check-host sends the token of .env to the host of .env only', async () => {
  const cwd = tempFolder();
  const own = await startRecordingHost();
  const other = await startRecordingHost();
  writeFileSync(
    path.join(cwd, '.env'),
    `API_HOST_URL=${own.url}\nAPI_HOST_TOKEN=token-of-env\nDATA_DIR=${cwd}\n`,
  );
  try {
    await run('node', [...builtCli, 'check-host'], { cwd, env: bare });
    await run('node', [...builtCli, 'check-host', other.url], { cwd, env: bare });
    const tokens = (host: typeof own) =>
      new Set(host.calls.map(({ headers }) => headers.authorization));
    expect(tokens(own)).toEqual(new Set(['Bearer token-of-env']));
    expect(tokens(other)).toEqual(new Set([undefined]));
  } finally {
    await own.stop();
    await other.stop();
  }
});
