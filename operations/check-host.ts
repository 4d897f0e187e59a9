import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, print } from './print';

const USAGE = 'Name the API host: npm run check-host -- https://host.example/api';

/**
 * Runs `npm run check-host -- <URL>`: asks an API host for each endpoint that only reads, and prints what it offers.
 * Prints names and counts, never a value. Exits with 1 when the host offers no list of users.
 */
async function main(args: string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const url = z.url({ protocol: /^https?$/ }).safeParse(positionals[0] ?? process.env.API_HOST_URL);
  if (!url.success || positionals.length > 1) throw new Error(USAGE);
  // The panel's own client reads them when it is loaded; its log would repeat the report.
  Object.assign(process.env, { API_HOST_URL: url.data, LOG_LEVEL: 'silent' });
  const { askEndpoints } = await import('./host-endpoints');
  const { reportLines } = await import('./host-report');
  print(`Asking ${new URL(url.data).host} for what the panel reads. Nothing is changed.`);
  const found = await askEndpoints();
  for (const line of reportLines(found)) print(line);
  const users = found.find(({ path }) => path === 'user/list');
  if (users?.outcome !== 'offered') process.exitCode = 1;
}

main(process.argv.slice(2)).catch(fail);
