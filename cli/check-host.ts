import { getRemoteAddress } from '../shared/settings/host-address';
import { webAddress } from '../shared/settings/kinds';
import { readSettings } from '../shared/settings/read';
import { panelSettings } from '../shared/settings/settings';
import type { Environment } from './environment';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

/**
 * Runs `npm run check-host`: requests the endpoints of an API host that only read data, and prints which
 * of them the host offers. Without a URL, checks the host of API_HOST_URL. The API_HOST_TOKEN of the file .env
 * is sent only to that host; for another host, the environment of the command must contain the token. Prints
 * names and counts, never a value. Exits with 1 if the host does not offer the list of users.
 */
export async function run(args: string[], given: Environment): Promise<void> {
  const { positionals } = readArguments('check-host', args);
  const settings = readSettings(panelSettings, process.env);
  const url = webAddress().safeParse(positionals[0] ?? getRemoteAddress(settings));
  if (!url.success || positionals.length > 1)
    throw new UsageError('Name the API host, such as https://host.example/api', 'check-host');
  const isOwnHost = getRemoteAddress({ API_HOST_URL: url.data }) === getRemoteAddress(settings);
  const { API_HOST_TOKEN } = isOwnHost ? settings : readSettings(panelSettings, given);
  // The log would repeat the report. The level is read when the log is imported, so it must be set before.
  process.env.LOG_LEVEL = 'silent';
  const { makeRemoteHost } = await import('../app/lib/core/host/remote-host.server');
  const { askEndpoints } = await import('./host-endpoints');
  const { reportLines } = await import('./host-report');
  print(`Asking ${new URL(url.data).host} for what the panel reads. Nothing is changed.`);
  const found = await askEndpoints(makeRemoteHost(url.data, API_HOST_TOKEN));
  for (const line of reportLines(found)) print(line);
  const users = found.find(({ path }) => path === 'user/list');
  if (users?.outcome !== 'offered') process.exitCode = 1;
}
