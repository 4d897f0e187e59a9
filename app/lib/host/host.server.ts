import { config } from '../config.server';
import type { ApiHost } from './api-host';
import { embeddedHost } from './embedded-host.server';
import { remoteHost } from './remote-host.server';

let host: ApiHost | undefined;

/** Returns the API host of this panel: the one at API_HOST_URL, or the embedded one. */
export function apiHost(): ApiHost {
  const { API_HOST_URL, API_HOST_TOKEN } = config;
  host ??= API_HOST_URL ? remoteHost(API_HOST_URL, API_HOST_TOKEN) : embeddedHost();
  return host;
}
