import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folders';
import { sweep } from '../support/full';
import { startRecordingHost } from '../support/recording-host';
import { builtCli, run } from '../support/run';

const root = path.resolve(import.meta.dirname, '../..');
const bare: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production' };

it.each(sweep([[[]], [['toString']], [['Backup']]], (_args, index) => index === 0))(
  'the arguments %j are refused with the names of the commands',
  async (args) => {
    const { status, stdout, stderr } = await run('node', [...builtCli, ...args], { env: bare });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Name a command: start, host, import, .*check-host\.\n$/);
  },
);

it.each(sweep(['start', 'backup', 'key:rotate'], (name) => name === 'backup'))(
  '%s --help prints how the command is called, and reads no settings',
  async (name) => {
    const env = { ...bare, PORT: 'eighty', PANEL_KEY: 'short', DATABASE_URL: 'nowhere' };
    const { status, stdout, stderr } = await run('node', [...builtCli, name, '--help'], { env });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}`));
    expect(stdout).toMatch(/^--help +prints this text$/m);
  },
);

it('--help without a command lists the commands', async () => {
  const { status, stdout } = await run('node', [...builtCli, '--help'], { env: bare });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^start +starts the panel for production$/m);
  expect(stdout).toMatch(/^check-host +reports what an API host offers/m);
});

it('package.json has a script for every command of the build', async () => {
  const { stderr } = await run('node', [...builtCli], { env: bare });
  const commands = stderr.replace('Name a command: ', '').replace('.\n', '').split(', ');
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(commands.map((name) => scripts[name])).toEqual(
    commands.map((name) => `node scripts/run.js ${name}`),
  );
});

it.each(
  sweep(
    [
      ['host', 'HOST_TOKEN', 'short'],
      ['start', 'PORT', 'eighty'],
      ['key:rotate', 'PANEL_KEY', 'short'],
      ['audit:verify', 'AUDIT_CHECKPOINT_MINUTES', 'hourly'],
    ],
    ([command]) => command === 'key:rotate',
  ),
)('%s reads the file .env, and refuses %s=%s in one sentence', async (command, name, value) => {
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
