import { config } from '../server/config.server';
import { getRequestUser } from '../server/request-scope.server';
import type { ApiHost } from './api-host';
import { embeddedHost } from './embedded-host.server';
import { toEndpointPath } from './path-only';
import { remoteHost } from './remote-host.server';
import { countEvent } from './security-counts.server';

let host: ApiHost | undefined;

/**
 * Returns the API host of this panel: the remote host at API_HOST_URL if it is set, otherwise the embedded
 * host.
 */
export function getApiHost(): ApiHost {
  const { API_HOST_URL, API_HOST_TOKEN } = config;
  host ??= API_HOST_URL ? remoteHost(API_HOST_URL, API_HOST_TOKEN, enterRefusal) : embeddedHost();
  return host;
}

/** Adds an audit entry that says that the host refused a request of the panel. */
function enterRefusal(path: string, status: number): Promise<void> {
  const reason = `The API host refused ${toEndpointPath(path)} with status ${status}`;
  return countEvent({ action: 'Refused', username: getRequestUser() ?? 'the panel', what: reason });
}
