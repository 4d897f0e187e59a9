import { existsSync } from 'node:fs';
import { buildHelp, buildOverview } from './build-help';
import type { Environment } from './environment';
import { fail, print } from './print';
import { type CommandName, commandNames } from './usages';

interface Command {
  /** Runs the command with the arguments after its name, and with the environment without the file `.env`. */
  run(args: string[], given: Environment): Promise<void>;
}

const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  start: () => import('./start'),
  host: () => import('./host'),
  import: () => import('./import'),
  backup: () => import('./backup'),
  restore: () => import('./restore'),
  'db:copy': () => import('./db-copy'),
  'audit:verify': () => import('./verify-audit'),
  'history:verify': () => import('./verify-history'),
  'history:erase': () => import('./erase-history'),
  'participant:erase': () => import('./participant-erase'),
  'participant:report': () => import('./participant-report'),
  'participant:withdraw': () => import('./participant-withdraw'),
  'bin:purge': () => import('./bin-purge'),
  'pictures:clean': () => import('./pictures-clean'),
  'second-factor:remove': () => import('./remove-second-factor'),
  'export:trace': () => import('./export-trace'),
  'key:rotate': () => import('./key-rotate'),
  'check-host': () => import('./check-host'),
};

/**
 * Runs the command that the first argument names, as `npm run` does. Each command is a separate part of the
 * build, so that a command does not load the modules of the others.
 */
async function main([name = '', ...args]: string[]): Promise<void> {
  if (name === '--help') return print(buildOverview());
  const command = commandNames.find((known) => known === name);
  if (!command) throw new Error(`Name a command: ${commandNames.join(', ')}.`);
  if (args.includes('--help')) return print(buildHelp(command));
  const given = { ...process.env };
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ||= 'production';
  const { run } = await loaders[command]();
  await run(args, given);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  fail(error);
  // Without this, a listening server or an open database would keep the process running.
  process.exit();
});
