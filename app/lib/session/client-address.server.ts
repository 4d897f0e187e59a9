import { isIP, isIPv6 } from 'node:net';
import type { LoadContext } from '../server/load-context';

/**
 * Returns the IP address of the client, for the throttles and the audit log. All clients are one where the server
 * does not know it (in development) and where a proxy passes on something else.
 */
export function getClientAddress({ clientAddress = '' }: LoadContext): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(clientAddress) ?? [];
  const ip = bracketed ?? clientAddress.replace(/^([\d.]+):\d+$/, '$1');
  const isAddress = bracketed === undefined ? isIP(ip) > 0 : isIPv6(ip);
  // The zone of an IPv6 address is any text.
  return isAddress ? ip.replace(/%.*/, '') : 'unknown';
}
