import { getRemoteAddress } from 'shared/settings/host-address';
import { config } from '../server/config.server';
import { getRequestUser } from '../server/request-scope.server';
import type { ApiHost } from './api-host';
import { makeEmbeddedHost } from './embedded-host.server';
import { toEndpointPath } from './path-only';
import { makeRemoteHost } from './remote-host.server';
import { countEvent } from './security-counts.server';

let host: ApiHost | undefined;

/** Returns the API host of this panel: the remote host at API_HOST_URL if that is set, otherwise the embedded host. */
export function getApiHost(): ApiHost {
  const address = getRemoteAddress(config);
  host ??= address
    ? makeRemoteHost(address, config.API_HOST_TOKEN, enterRefusal)
    : makeEmbeddedHost();
  return host;
}

/** Adds an audit entry about a request of the panel that the host refused. */
function enterRefusal(path: string, status: number): Promise<void> {
  const reason = `The API host refused ${toEndpointPath(path)} with status ${status}`;
  return countEvent({ action: 'Refused', username: getRequestUser() ?? 'the panel', what: reason });
}
